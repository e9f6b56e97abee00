// What keys mean at this table only.

import type { KeyActions } from "../../lib/table/keys";
import { cards, colour } from "../../lib/words/names";
import { listed, t } from "../../lib/words/words.svelte";
import type { Play } from "./play.svelte";

export function onGameKey(event: KeyboardEvent, play: Play, { tell }: KeyActions): boolean {
  if (/[1-9]/.test(event.key)) play.pickDock(Number(event.key));
  else if (event.key === "h") tell(t("tell.hand", { cards: cards(play.view?.hand ?? "") }));
  else if (event.key === "d") tell(docks(play));
  else return false;
  return true;
}

function docks(play: Play): string {
  return listed((play.view?.docks ?? []).map((card, index) => `${index + 1} ${card ? colour(card) : t("dock.empty")}`));
}
