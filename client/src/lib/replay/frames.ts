// A game that is over, cut into what one steps through: the beginning, then a frame for every move with what chance
// added to it.

import type { Piece } from "../../art";
import { type Changes, type Effect, NO_CHANGES, piecesOf, withEffects } from "../table/changes";
import { applied } from "../net/patch";
import type { Position, Replay, ReplayStep } from "../net/protocol";
import { type Line, playedMove } from "../table/table.svelte";
import type { Standing } from "../table/view";

/** A view with all hands: each as letters, or null where there are none. */
export type OpenView = Standing & { hands: (string | null)[]; active?: number };

export interface Frame {
  /** What was done; null at the beginning. */
  line: Line | null;
  view: OpenView;
  /** The tiles of every seat, in the order they came. */
  pieces: Piece[][];
  /** What the move changed. */
  changes: Changes;
  /** Which turn the position belongs to, from 1. */
  turn: number;
}

/** Somewhere worth going to: points were made. */
export interface Moment {
  frame: number;
  seat: number;
  points: number;
  score: number;
}

/** Whose turn it is, whoever has to decide at the moment. */
export const onTurn = (view: OpenView): number | null => (view.over ? null : (view.active ?? view.turn));

export function framesOf({ view, steps }: Pick<Replay, "view" | "steps">): Frame[] {
  const first = view as unknown as OpenView;
  const frames: Frame[] = [];
  let now: Frame = {
    line: null,
    view: first,
    pieces: Array.from({ length: first.players }, () => []),
    changes: NO_CHANGES,
    turn: 1,
  };
  for (const group of groups(steps)) {
    const [head] = group;
    const effects = group.flatMap((step) => step.effects as Effect[]);
    // What lies on the table at the beginning is in the first view already.
    if (head?.move == null) continue;
    frames.push(now);
    const next = group.reduce((tree, step) => applied(tree, step.patch), now.view);
    const line: Line = { n: head.n, at: 0, kind: "move", seat: head.seat ?? null, event: {}, move: playedMove(head), effects };
    const pieces = now.pieces.map((laid, seat) => [...laid, ...piecesOf(effects, seat)]);
    const passed = onTurn(next) !== onTurn(now.view) && !next.over;
    now = { line, view: next, pieces, changes: withEffects(NO_CHANGES, effects), turn: now.turn + (passed ? 1 : 0) };
  }
  return [...frames, now];
}

/** A move with the chance behind it; before the first move, chance alone. */
function groups(steps: ReplayStep[]): ReplayStep[][] {
  const found: ReplayStep[][] = [];
  for (const step of steps) {
    if (step.move != null || !found.length) found.push([step]);
    else found.at(-1)!.push(step);
  }
  return found;
}

/** Where points were made. */
export function moments(frames: Frame[]): Moment[] {
  return frames.flatMap(({ line }, frame) =>
    (line?.effects ?? [])
      .filter(({ effect, points }) => effect === "points" && Number(points) > 0)
      .map(({ seat, points, score }) => ({ frame, seat: seat!, points: Number(points), score: Number(score) })),
  );
}

/** The frame in which the turn before or after begins; from within a turn "before" is its own beginning. */
export function turnFrom(frames: Frame[], at: number, way: -1 | 1): number {
  const begins = frames.flatMap(({ turn }, frame) => (frame === 0 || frames[frame - 1]!.turn !== turn ? [frame] : []));
  return way > 0 ? (begins.find((frame) => frame > at) ?? frames.length - 1) : (begins.findLast((frame) => frame < at) ?? 0);
}

/** A position that somebody shared, as a frame of its own: of the hands only the one that its seat knew. */
export function positionFrame({ view, seat: known, players, effects }: Position): Frame {
  const seen = view as unknown as OpenView & { hand?: string };
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const hands = seats.map((seat) => (seat === known ? (seen.hand ?? null) : null));
  const pieces = seats.map((seat) => piecesOf(effects as Effect[], seat));
  return { line: null, view: { ...seen, hands }, pieces, changes: NO_CHANGES, turn: 1 };
}
