/** What the gallery shows of this game. */
import type { GalleryPage } from "../../../gallery/page";
import Parts from "./Parts.svelte";
import Result from "./Result.svelte";
import Table from "./Table.svelte";

export default [
  { name: "dice", Page: Table },
  { name: "result", Page: Result },
  { name: "parts", Page: Parts },
] satisfies GalleryPage[];
