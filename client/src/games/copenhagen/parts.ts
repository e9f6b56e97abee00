// Everything of this game that is loaded when somebody opens it.

import type { GameParts } from "../game";
import HouseFront, { FOOT } from "./art/HouseFront.svelte";
import { help } from "./help";
import { log } from "./log";
import Centre from "./replay/Centre.svelte";
import Seat from "./replay/Seat.svelte";
import Picture from "./rules/Picture.svelte";
import { loadPictures } from "./rules/pictures";
import refusals from "./rules/refusals.json";
import { counts } from "./statistics";
import Table from "./Table.svelte";
import type { View } from "./view";
import { t } from "../../lib/words/words.svelte";
import { moveWords } from "./words";

export default {
  Table,
  Seat,
  Centre,
  facade: { Drawing: HouseFront, foot: FOOT, coverOf: (view, seat) => (view as View).seats[seat]?.house ?? {} },
  rulePictures: { Picture, load: loadPictures },
  log,
  ending: (lines) => (lines.some(({ effects }) => effects.some(({ effect }) => effect === "end card")) ? t("ended.end-card") : null),
  moveWords,
  help,
  refusals,
  counts,
} satisfies GameParts;
