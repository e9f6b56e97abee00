import "./art/tokens.css";
import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { install } from "./lib/install";
import { openEarly } from "./lib/opening";
import { here, watchAddress } from "./lib/route.svelte";
import { show, watchSystem } from "./lib/settings.svelte";
import { speak } from "./lib/words.svelte";

show();
install();
watchSystem();
watchAddress();
const route = here();
if (route.page === "table") openEarly(route.table);
await speak();
mount(App, { target: document.getElementById("app")! });
