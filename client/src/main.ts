import "./art/tokens.css";
import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { registerWorker } from "./lib/device/service-worker";
import { openTableEarly } from "./lib/table/table-opening";
import { here, watchAddress } from "./lib/device/route.svelte";
import { show, watchSystem, watchTabs } from "./lib/device/settings.svelte";
import { speak } from "./lib/words/words.svelte";

show();
registerWorker();
watchSystem();
watchTabs(() => void speak());
watchAddress();
const route = here();
if (route.page === "table") openTableEarly(route.table);
await speak();
mount(App, { target: document.getElementById("app")! });
