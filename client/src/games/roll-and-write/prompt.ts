// The one line of this game that says what I can do now.

import { available } from "../../lib/placement/placement";
import { type Bargain, type Prompt, bargainOf, sharedPrompt } from "../../lib/table/prompt";
import { colour, dice, tileName } from "../../lib/words/names";
import { listed, t } from "../../lib/words/words.svelte";
import type { Play } from "./play.svelte";
import refusals from "./rules/refusals.json";
import { ability, singleName } from "./words";

export function promptOf(play: Play): Prompt {
  const { view } = play;
  if (!view) return { title: "", text: "", tone: "wait" };
  const mine = (text: string, rule?: string): Prompt => ({ title: t("prompt.yours"), text, tone: "mine", rule });
  const shared = sharedPrompt(play, t("roll-and-write.prompt.plan"));
  if (shared) return shared;
  if (play.held) return holding(play);
  switch (play.phase) {
    case "start":
      return mine(picking(play, t("roll-and-write.prompt.start")), "W4");
    case "mark":
      return { ...mine(picking(play, t("roll-and-write.prompt.mark", { n: play.mostMarks })), "W18"), title: t("roll-and-write.prompt.mark.title") };
    case "coat":
      return mine(picking(play, t("roll-and-write.prompt.coat", { n: view.coats })), "W16");
    case "after draw":
      return mine(t(play.chosen.length ? "roll-and-write.prompt.chosen" : "roll-and-write.prompt.after-draw"));
  }
  if (play.chosen.length) return mine(t("roll-and-write.prompt.chosen"));
  const draws = available(play.choices).length > 0;
  const rolls = play.offered("reroll").length > 0;
  if (draws) return mine(t(rolls ? "roll-and-write.prompt.draw-or-roll" : "roll-and-write.prompt.draw"));
  return mine(t(rolls ? "roll-and-write.prompt.roll" : "roll-and-write.prompt.pass"), "W10");
}

/** Until a track is picked, what is asked; then whether there may be another one. */
function picking(play: Play, asked: string): string {
  if (!play.picked.length) return asked;
  return t(play.phase === "mark" && play.markable.length ? "roll-and-write.prompt.mark.more" : "prompt.ready");
}

function holding(play: Play): Prompt {
  const held = play.held!;
  const tile = play.holdsSingle ? singleName : tileName(held.tile);
  const title = play.live ? t("prompt.yours") : t("prompt.planning");
  const tone = play.live ? "mine" : "wait";
  if (play.beyondMeans) return { title, text: missing(play), tone: "bad", rule: refusals.unaffordable };
  if (!play.lying.length) return { title, text: t("roll-and-write.prompt.place", { tile }), tone };
  // The bubble at the piece says why; nothing is refused twice.
  if (play.reason !== "legal") return { title, text: t("roll-and-write.prompt.place", { tile }), tone: "bad", rule: refusals[play.gone ? "crossed out" : play.reason] };
  if (play.holdsSingle) return { title, text: t("roll-and-write.prompt.single"), tone };
  const { letters = "", bonuses = 0 } = play.payment ?? {};
  return { title, text: t("roll-and-write.prompt.here", { tile, dice: dice(letters, bonuses) }), more: t("roll-and-write.prompt.cross"), tone };
}

/** How many dice a tile takes, and which there are that count for it. */
function missing(play: Play): string {
  const { tile = "", price = 0 } = play.choice ?? {};
  return t("roll-and-write.missing", { n: price, colour: colour(tile), have: dice(...play.means) });
}

/** Why the piece cannot lie where it is. */
export function why(play: Play): string {
  if (play.gone) return t("roll-and-write.gone");
  if (play.reason === "unaffordable") return missing(play);
  if (play.reason === "outside") return t("roll-and-write.outside");
  return t(`place.${play.reason}`);
}

/** Dice, bonuses and stars that the piece costs; points; coats of arms. */
export function bargain(play: Play): Bargain {
  const { letters = "", bonuses = 0 } = play.payment ?? {};
  const price = [
    letters ? t("roll-and-write.cost", { n: letters.length }) : "",
    bonuses ? t("dice.bonuses", { n: bonuses }) : "",
    ...play.spent.map(ability),
  ];
  return bargainOf(play, listed(price.filter(Boolean)));
}
