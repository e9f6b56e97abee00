// What keys mean at this table only.

import type { KeyActions } from "../../lib/table/keys";
import { dice } from "../../lib/words/names";
import { sentences, t } from "../../lib/words/words.svelte";
import type { Play } from "./play.svelte";
import { tracksOf } from "./tracks";
import { TRACK_WORDS, trackWords } from "./words";

export function onGameKey(event: KeyboardEvent, play: Play, { tell }: KeyActions): boolean {
  const held = play.held !== null;
  if (/[1-9]/.test(event.key)) play.pickDie(Number(event.key) - 1);
  else if (held && event.key === "x") play.moveCross(1);
  else if (held && event.key === "X") play.moveCross(-1);
  else if (held && event.key.toLowerCase() === "o") play.toggleCross();
  else if (event.key === "d") tell(t("roll-and-write.tell", { dice: dice(play.dice) }));
  else if (event.key === "t" && play.view)
    tell(sentences(tracksOf(play.components, play.view, play.seat, TRACK_WORDS).map((track) => trackWords(track))));
  else return false;
  return true;
}
