// A game that is over, cut into what one steps through: the beginning, then a frame for every move with what chance
// added to it.

import type { Piece } from "../../art";
import { type Changes, NO_CHANGES, piecesOf, withEffects } from "../table/changes";
import { effectsNamed } from "../table/effects";
import { applied } from "../net/patch";
import type { OpenView, Position, Replay, ReplayStep } from "../net/protocol";
import { type Line, playedMove } from "../table/table.svelte";

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

/** Whose turn it is, no matter which seat decides at the moment. */
export const onTurn = (view: OpenView): number | null => {
  if (view.over) return null;
  return "active" in view && typeof view.active === "number" ? view.active : view.turn;
};

export function framesOf({ view, steps }: Pick<Replay, "view" | "steps">): Frame[] {
  const frames: Frame[] = [];
  let now: Frame = {
    line: null,
    view,
    pieces: Array.from({ length: view.players }, () => []),
    changes: NO_CHANGES,
    turn: 1,
  };
  for (const group of groups(steps)) {
    const [head] = group;
    const effects = group.flatMap((step) => step.effects);
    // What lies on the table at the beginning is in the first view already.
    if (head?.move == null) continue;
    frames.push(now);
    const next = group.reduce((tree, step) => applied(tree, step.patch), now.view);
    const line: Line = { n: head.n, at: 0, kind: "move", seat: head.seat ?? null, event: null, move: playedMove(head), effects };
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
    effectsNamed(line?.effects ?? [], "points")
      .filter(({ points }) => points > 0)
      .map(({ seat, points, score }) => ({ frame, seat, points, score })),
  );
}

/** The frame in which the turn before or after begins; from within a turn "before" is its own beginning. */
export function turnFrom(frames: Frame[], at: number, way: -1 | 1): number {
  const begins = frames.flatMap(({ turn }, frame) => (frame === 0 || frames[frame - 1]!.turn !== turn ? [frame] : []));
  return way > 0 ? (begins.find((frame) => frame > at) ?? frames.length - 1) : (begins.findLast((frame) => frame < at) ?? 0);
}

/** A position that somebody shared, as a frame of its own: of the hands only the one that its seat knew. */
export function positionFrame({ view, seat: known, players, effects }: Position): Frame {
  const hand = "hand" in view && typeof view.hand === "string" ? view.hand : null;
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const hands = seats.map((seat) => (seat === known ? hand : null));
  const pieces = seats.map((seat) => piecesOf(effects, seat));
  return { line: null, view: { ...view, hands }, pieces, changes: NO_CHANGES, turn: 1 };
}
