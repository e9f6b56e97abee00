// The positions of the pictures; `docs/rules.py` writes them.

import type { FrontPosition } from "../../../rules/FrontPicture.svelte";
import { Pictures } from "../../../rules/pictures";
import type { TilePosition } from "../../../rules/TilePicture.svelte";
import type { TrackComponents, TrackView } from "../tracks";

export interface Position extends Partial<FrontPosition> {
  dice?: string;
  tiles?: TilePosition[];
  tracks?: { components: TrackComponents; view: TrackView };
  fronts?: (FrontPosition & { score: number; empty: number })[];
}

export const pictures = new Pictures<Position>(() => import("./pictures.json"));
