// The positions of the pictures; `docs/rules.py` writes them.

import type { Components } from "../../../lib/net/components";
import type { FrontPosition } from "../../../rules/FrontPicture.svelte";
import type { TilePosition } from "../../../rules/TilePicture.svelte";
import type { TrackComponents, TrackView } from "../tracks";

export interface Position extends Partial<FrontPosition> {
  dice?: string;
  tiles?: TilePosition[];
  tracks?: { components: TrackComponents; view: TrackView };
  fronts?: (FrontPosition & { score: number; empty: number })[];
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
