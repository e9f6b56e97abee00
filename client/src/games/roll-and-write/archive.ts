// What is needed to look back at this game, or to read about it.

import type { FacadeParts, GameArchive } from "../game";
import SheetFront, { FOOT } from "./art/SheetFront.svelte";
import { help } from "./help";
import Centre from "./replay/Centre.svelte";
import Seat from "./replay/Seat.svelte";
import Picture from "./rules/Picture.svelte";
import { pictures } from "./rules/pictures";
import { counts } from "./statistics";
import type { View } from "./view";

const frontOf: FacadeParts["frontOf"] = (view, seat) => {
  const { sheet: cover, lines: complete } = (view as View).seats[seat]!;
  return { cover, complete };
};

export default {
  Seat,
  Centre,
  facade: { Drawing: SheetFront, foot: FOOT, frontOf },
  rulePictures: { Picture, load: () => pictures.load() },
  help,
  counts,
} satisfies GameArchive;
