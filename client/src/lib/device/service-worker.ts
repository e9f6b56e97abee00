// The service worker, where browsers allow one: it makes the page installable, quick to come, and there without a network.

/** Registers it; a page whose parts are gone from the server, because there is a new version, is loaded again. */
export function registerWorker(): void {
  addEventListener("vite:preloadError", (event) => {
    if (!navigator.onLine) return;
    const last = Number(sessionStorage.getItem("reloaded") ?? 0);
    if (Date.now() - last < 10_000 || !navigator.onLine) return;
    sessionStorage.setItem("reloaded", String(Date.now()));
    event.preventDefault();
    location.reload();
  });
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // The first visit has more important things to load.
  addEventListener("load", () => void navigator.serviceWorker.register("sw.js").catch(() => {}));
}
