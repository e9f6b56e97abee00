// Tells somebody who looks elsewhere that it is their turn: in the title, and by the system where they want it.

import { settings } from "./settings.svelte";
import { t } from "../words/words.svelte";

export function showTurn(mine: boolean): void {
  document.title = mine ? `● ${t("prompt.yours")} – nyhavn` : "nyhavn";
}

/** Asks whether we may; only ever called for a click. */
export async function mayNotify(): Promise<boolean> {
  return "Notification" in window && (await Notification.requestPermission()) === "granted";
}

/** A notification by the system, for people who wanted it and do not see the page. */
export async function notifyTurn(): Promise<void> {
  if (!settings.notify || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const note = { body: t("prompt.yours"), tag: "nyhavn", icon: "icon-192.png" };
  // Phones take notes from the service worker only.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification("nyhavn", note);
  new Notification("nyhavn", note).onclick = () => window.focus();
}
