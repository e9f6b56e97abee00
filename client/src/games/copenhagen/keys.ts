// What keys mean at this table only.

import type { KeyActions } from "../../lib/table/keys";
import { cardName, cards } from "../../lib/words/names";
import { series, t } from "../../lib/words/words.svelte";
import type { Play } from "./play.svelte";

export function onGameKey(event: KeyboardEvent, play: Play, { tell }: KeyActions): boolean {
  if (/[1-9]/.test(event.key)) play.pickDock(Number(event.key));
  else if (event.key === "h") tell(t("copenhagen.tell.hand", { cards: cards(play.view?.hand ?? "") }));
  else if (event.key === "d") tell(docks(play));
  else return false;
  return true;
}

function docks(play: Play): string {
  return series((play.view?.docks ?? []).map((card, index) => t("copenhagen.dock.name", { dock: index + 1, card: card ? cardName(card) : t("copenhagen.dock.empty") })));
}
