// The positions of the pictures; `docs/rules.py` writes them.

import type { Letter } from "../../../art";
import type { FrontPosition } from "../../../rules/FrontPicture.svelte";
import { Pictures } from "../../../rules/pictures";
import type { TilePosition } from "../../../rules/TilePicture.svelte";
import type { Ability } from "../view";

export interface Position extends Partial<FrontPosition> {
  docks?: (Letter | null)[];
  deck?: number;
  turned?: boolean;
  abilities?: Partial<Record<Ability, "active" | "used">>;
  takes?: { docks: Letter[]; chosen: number[]; used: string[] }[];
  tiles?: TilePosition[];
}

export const pictures = new Pictures<Position>(() => import("./pictures.json"));
