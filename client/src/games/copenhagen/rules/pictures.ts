// The positions of the pictures; `docs/rules.py` writes them.

import type { Letter } from "../../../art";
import type { Components } from "../../../lib/net/components";
import type { FrontPosition } from "../../../rules/FrontPicture.svelte";
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

interface Pictures {
  coats: Components["coats"];
  positions: Record<string, Position>;
}

export let pictures: Pictures = { coats: { cells: [], rows: [], columns: [] }, positions: {} };

export async function loadPictures(): Promise<void> {
  const { default: loaded }: { default: unknown } = await import("./pictures.json");
  pictures = loaded as Pictures;
}
