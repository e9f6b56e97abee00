/** What the gallery shows of this game. */
import type { GalleryPage } from "../../../gallery/page";
import Parts from "./Parts.svelte";
import Phone from "./Phone.svelte";
import Result from "./Result.svelte";
import Table from "./Table.svelte";

export default [
  { name: "table", Page: Table },
  { name: "table2", Page: Table, props: { players: 2 } },
  { name: "table4", Page: Table, props: { players: 4 } },
  { name: "phone", Page: Phone },
  { name: "phone4", Page: Phone, props: { players: 4 } },
  { name: "phone-below", Page: Phone, props: { below: true } },
  { name: "result", Page: Result },
  { name: "parts", Page: Parts },
] satisfies GalleryPage[];
