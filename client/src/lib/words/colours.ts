// The colours by their letters.

import type { Letter } from "../../art";

export const LETTERS = ["R", "Y", "G", "B", "P"] as const;

export const letters = (text: string | undefined): Letter[] => [...(text ?? "")] as Letter[];
