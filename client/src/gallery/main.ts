/** The drawings by themselves, for looking at: `?show=table` (phone, dice, town, parts), `&theme=dark`. */
import { mount } from "svelte";
import "../art/tokens.css";
import "./gallery.css";
import Gallery from "./Gallery.svelte";

const query = new URLSearchParams(location.search);
const theme = query.get("theme");
if (theme) document.documentElement.dataset["theme"] = theme;
mount(Gallery, { target: document.getElementById("app")!, props: { show: query.get("show") ?? "all" } });
