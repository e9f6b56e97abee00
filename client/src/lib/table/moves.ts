// Moves as the server tells them. What a move is stands in its fields; its text is sent back as it came, and never
// taken apart.

import type { Choices, MoveFields, MoveText } from "../net/protocol";

/** A move: the text that is sent, and its value. */
export interface Move<F extends MoveFields = MoveFields> {
  move: MoveText;
  fields: F;
}

/** The moves of one kind among several. */
export type OfKind<F extends MoveFields, K extends F["kind"]> = Extract<F, { kind: K }>;

/** The moves that are listed as texts and as values. */
export const listedMoves = ({ moves, fields }: Pick<Choices, "moves" | "fields">): Move[] =>
  moves.map((move, place) => ({ move, fields: fields[place]! }));

export const isOfKind = <F extends MoveFields, K extends F["kind"]>(one: Move<F>, kind: K): one is Move<OfKind<F, K>> & Move<F> =>
  one.fields.kind === kind;

/** Those of some moves that are of a kind. */
export const ofKind = <F extends MoveFields, K extends F["kind"]>(moves: readonly Move<F>[], kind: K): Move<OfKind<F, K>>[] =>
  moves.filter((one): one is Move<OfKind<F, K>> & Move<F> => isOfKind(one, kind));
