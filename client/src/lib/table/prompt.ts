// The one line that says what I can do now. It follows from what is offered and what is picked up.

import { sentences, t } from "../words/words.svelte";
import type { Play } from "./play.svelte";

export interface Prompt {
  title: string;
  text: string;
  /** A hint where there is room for it. */
  more?: string;
  tone: "mine" | "wait" | "bad";
  /** The rule that it is about, where somebody may ask. */
  rule?: string;
}

/** What is said in every game: that it is over, that a move waits to be confirmed, that it is somebody else's turn.
 * `said` is what the game says of the move that was chosen. */
export function sharedPrompt({ table, held, planned, due, live, choices }: Play, plan: string, said = ""): Prompt | null {
  const { view } = table;
  if (view?.over) return { title: t("prompt.over"), text: "", tone: "wait" };
  if (table.shownSince) return { title: t("since", { n: table.steps.length }), text: "", tone: "wait" };
  if (table.held !== null) return { title: t("prompt.yours"), text: confirmation(table), tone: "mine" };
  if (planned?.fields?.kind === "coat decline") return { title: t("prompt.yours"), text: t("prompt.decline"), tone: "mine" };
  if (planned || due !== null) return { title: t("prompt.yours"), text: sentences([said, t(due === null ? "prompt.ready" : "prompt.grace")]), tone: "mine" };
  if (held || (table.myTurn && live)) return null;
  const who = view?.turn == null ? "" : table.name(view.turn);
  const text = table.seat === null ? t("prompt.watching") : choices?.tiles.length ? plan : "";
  return { title: t("prompt.theirs", { name: who }), text, tone: "wait" };
}

/** What is confirmed: the move in words. */
function confirmation({ heldLine, held, parts }: Play["table"]): string {
  const waiting = heldLine?.move;
  return waiting && waiting.move === held ? t("prompt.confirm.move", { move: parts.moveWords(waiting) }) : t("prompt.confirm");
}

/** Price, points, coats: always in this order and these words. */
export interface Bargain {
  price: string;
  points: string;
  coats: string;
}

export function bargainOf({ gain: { points, coats } }: Play, price: string): Bargain {
  return {
    price,
    points: points ? t("bubble.points", { n: points }) : "",
    coats: coats ? t("bubble.coats", { n: coats }) : "",
  };
}
