// The table by keys alone.

import { cellName } from "../placement/cells";
import type { Direction } from "../placement/placement";
import type { Play } from "./play.svelte";
import { settings } from "../device/settings.svelte";
import { listed, t } from "../words/words.svelte";

export interface KeyActions {
  help(): void;
  /** Says something to people who cannot see the table. */
  tell(words: string): void;
}

const ARROWS: Record<string, Direction> = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, select, dialog") !== null;

/** Whether a key is for the button that has the focus. The one with the tile in the hand has done its part. */
const onButton = (event: KeyboardEvent): boolean =>
  event.target instanceof Element && event.target.closest("button:not(.picked), a, [role=radio]") !== null;

/** Whether arrows choose among several things where the focus is. */
const onChoice = (event: KeyboardEvent): boolean =>
  event.target instanceof Element && event.target.closest("[role=tablist], [role=radiogroup], [role=grid], [role=slider]") !== null;

/** A key on the wall while a piece is held: arrows lead it from place to place, and the focus with it; Enter lays it. */
export function pieceKey(event: KeyboardEvent, play: Play, focus: (cell: string) => void): void {
  const arrow = ARROWS[event.key];
  if (!play.held || event.ctrlKey || event.metaKey || event.altKey) return;
  if (arrow) play.move(arrow);
  else if (event.key === "Enter" && play.placeMove) void play.place();
  else return;
  event.preventDefault();
  if (arrow && play.cells[0] !== undefined) focus(cellName(play.cells[0]));
}

/** Does what a key means at every table; true if it meant something. */
function pressed(event: KeyboardEvent, play: Play, actions: KeyActions): boolean {
  const { table } = play;
  const held = play.held !== null;
  const arrow = ARROWS[event.key];
  if (arrow && held) play.move(arrow);
  else if ((arrow === "left" || arrow === "right") && table.steps.length && !onChoice(event)) table.step(arrow === "left" ? -1 : 1);
  else if (event.key === "Escape" && table.shownSince) table.present();
  else if (event.key === "Escape" && (play.busy || play.idea)) play.idea ? play.cancel() : play.reset();
  else if (event.key === "Enter" && held && play.placeMove && !onButton(event)) void play.place();
  else if (!settings.keys || event.key.length > 1) return false;
  else if (event.key === "?") actions.help();
  else if (held && event.key === "r") play.turn("turn");
  else if (held && event.key === "R") play.turn("back");
  else if (held && event.key.toLowerCase() === "f") play.turn("flip");
  else if (event.key === "z" && table.undo > 0) void table.send({ undo: "step" });
  else if (event.key === "z" && table.canAskBack) void table.send({ takeback: "ask" });
  else if (event.key === "Z" && table.undo > 0) void table.send({ undo: "turn" });
  else if (event.key === "s") actions.tell(scores(play));
  else if (event.key === "p" && held) actions.tell(position(play));
  else return false;
  return true;
}

function scores(play: Play): string {
  const said = play.table.view?.scores.map((n, seat) => t("tell.score", { name: play.table.who(seat), n })) ?? [];
  return listed(said);
}

function position(play: Play): string {
  return play.cells.length ? t("tell.position", { cells: listed(play.cells.map(cellName)) }) : t("tell.nowhere");
}

/** A key at a table; `own` are the letters and digits that mean something in one game only. */
export function onKey<P extends Play>(
  event: KeyboardEvent,
  play: P,
  actions: KeyActions,
  own: (event: KeyboardEvent, play: P, actions: KeyActions) => boolean,
): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
  const single = settings.keys && event.key.length === 1;
  if (pressed(event, play, actions) || (single && own(event, play, actions))) event.preventDefault();
}
