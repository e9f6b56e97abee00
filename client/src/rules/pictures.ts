// The pictures of a game's rules: what they show, which is a file of its own and fetched when the rules are opened.

import type { Components } from "../lib/net/components";

export class Pictures<Position> {
  coats: Components["coats"] = { cells: [], rows: [], columns: [] };
  positions: Record<string, Position> = {};

  constructor(private readonly file: () => Promise<{ default: unknown }>) {}

  async load(): Promise<void> {
    const { default: loaded } = await this.file();
    Object.assign(this, loaded);
  }
}
