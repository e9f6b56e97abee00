// The one line of this game that says what I can do now.

import { available } from "../../lib/placement/placement";
import { type Bargain, type Prompt, bargainOf, sharedPrompt } from "../../lib/table/prompt";
import type { Move } from "../../lib/table/moves";
import { cards, colour, tileName } from "../../lib/words/names";
import { type Key, t } from "../../lib/words/words.svelte";
import type { Play } from "./play.svelte";
import refusals from "./rules/refusals.json";
import { ability, withAbilities } from "./words";

export function promptOf(play: Play): Prompt {
  const { view } = play;
  if (!view) return { title: "", text: "", tone: "wait" };
  const mine = (text: string, rule?: string): Prompt => ({ title: t("prompt.yours"), text, tone: "mine", rule });
  const shared = sharedPrompt(play, t("copenhagen.prompt.plan"), chosen(play.planned));
  if (shared) return shared;
  if (play.held) return holding(play);
  if (play.docks.length) return mine(t(!play.take ? "copenhagen.prompt.second-dock" : play.selectable.length ? "copenhagen.prompt.take-ready" : "prompt.ready"));
  switch (play.phase) {
    case "discard":
      return mine(t("copenhagen.prompt.discard", { n: play.excess }), "C16");
    case "coat":
      return mine(t("copenhagen.prompt.coat", { n: view.coats }), "C32");
    case "after take":
      return mine(t("copenhagen.prompt.after-take"), "C39");
  }
  const build = available(play.choices).length > 0;
  if (!play.takes.length) return mine(t(build ? "copenhagen.prompt.build-only" : "copenhagen.prompt.nothing"));
  return mine(t(build ? "copenhagen.prompt.action" : "copenhagen.prompt.take-only"));
}

/** What the ability does that was chosen for a coat of arms. */
function chosen(planned: Move | null): string {
  if (planned?.fields.kind !== "coat ability") return "";
  const { ability: name } = planned.fields;
  return t("copenhagen.ability.does", { ability: ability(name), text: t(`copenhagen.ability.${name}.text` as Key) });
}

function holding(play: Play): Prompt {
  const tile = tileName(play.held!.tile);
  const title = play.live ? t("prompt.yours") : t("prompt.planning");
  const tone = play.live ? "mine" : "wait";
  if (play.beyondMeans) return { title, text: missing(play), tone: "bad", rule: refusals.unaffordable };
  if (!play.lying.length) return { title, text: t("copenhagen.prompt.place", { tile }), tone };
  // The bubble at the piece says why; nothing is refused twice.
  if (play.reason !== "legal") return { title, text: t("copenhagen.prompt.place", { tile }), tone: "bad", rule: refusals[play.reason] };
  const { letters = "" } = play.payment ?? {};
  return { title, text: letters ? t("copenhagen.prompt.build", { tile, cards: cards(letters) }) : t("copenhagen.prompt.build.free", { tile }), tone };
}

/** What a tile costs, and what there is to pay it with. */
function missing(play: Play): string {
  const { tile = "", price = 0 } = play.choice ?? {};
  return t("copenhagen.missing", { n: price, colour: colour(tile), have: cards(play.means[0]) });
}

/** Why the piece cannot lie where it is. */
export const why = (play: Play): string => (play.reason === "unaffordable" ? missing(play) : t(`place.${play.reason}`));

/** Cards and abilities that the piece costs; points; coats of arms. */
export const bargain = (play: Play): Bargain =>
  bargainOf(play, withAbilities(t("copenhagen.bubble.cost", { n: play.payment?.letters.length ?? 0 }), play.payment?.abilities ?? []));
