// A table, with what its page needs: asked for all at once, and as early as the address is known.

import { clientOf, partsOf } from "../../games";
import { api } from "../net/api";
import { type Components, allComponents } from "../net/components";
import { Table } from "./table.svelte";

export interface OpenTable {
  table: Table;
  games: Record<string, Components>;
}

let early: { id: string; asked: Promise<OpenTable> } | undefined;

/**
 * The table is asked for first: newcomers get a cookie with it, by which the connection tells who they are. What its
 * game needs is loaded while the connection is made.
 */
async function ask(id: string): Promise<OpenTable> {
  const components = allComponents();
  const info = await api.table(id);
  const client = clientOf(info.game);
  const table = new Table(id, info.seats.find((seat) => seat.yours)?.seat ?? null, client);
  try {
    const [parts, games] = await Promise.all([partsOf(client), components]);
    table.parts = parts;
    return { table, games };
  } catch (why) {
    table.close();
    throw why;
  }
}

/** Asks before the page is there. */
export function openTableEarly(id: string): void {
  early = { id, asked: ask(id) };
  early.asked.catch(() => undefined); // the page will tell
}

export function openTable(id: string): Promise<OpenTable> {
  const asked = early?.id === id ? early.asked : ask(id);
  early = undefined;
  return asked;
}
