// What a table of this game needs.

import type { GameParts } from "../game";
import { log } from "./log";
import refusals from "./rules/refusals.json";
import Table from "./Table.svelte";
import { moveWords } from "./words";

export default { Table, log, moveWords, refusals } satisfies GameParts;
