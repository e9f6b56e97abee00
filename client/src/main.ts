import "./art/tokens.css";
import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { install } from "./lib/device/service-worker";
import { openEarly } from "./lib/table/table-opening";
import { here, watchAddress } from "./lib/device/route.svelte";
import { show, watchSystem } from "./lib/device/settings.svelte";
import { speak } from "./lib/words/words.svelte";

show();
install();
watchSystem();
watchAddress();
const route = here();
if (route.page === "table") openEarly(route.table);
await speak();
mount(App, { target: document.getElementById("app")! });
