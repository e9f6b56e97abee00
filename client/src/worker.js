// The service worker: the built files come from the cache, the page from the network as long as there is one, and what
// the server says about games is never kept. Everything a page needs has its digest in its name, so that a new worker can
// take over at any time.

const VERSION = "__VERSION__"; // filled in by the build
const KEPT = 2; // this version, and the one before it: pages that are open may still load parts of it
const here = new URL("./", self.location.href);

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then(() => caches.keys())
      .then((names) => Promise.all(names.filter((name) => name !== VERSION).slice(0, -(KEPT - 1)).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== here.origin || !pathname.startsWith(here.pathname)) return;
  const path = pathname.slice(here.pathname.length);
  if (path.startsWith("assets/")) event.respondWith(asset(event.request));
  else if (path === "" || path === "index.html") event.respondWith(page(event.request));
});

async function asset(request) {
  return (await caches.match(request)) ?? keep(request, await fetch(request));
}

async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.status < 500) return keep(here.href, answer);
    return (await caches.match(here.href)) ?? answer;
  } catch (why) {
    const kept = await caches.match(here.href);
    if (kept) return kept;
    throw why;
  }
}

async function keep(request, answer) {
  if (answer.ok) await caches.open(VERSION).then((cache) => cache.put(request, answer.clone()));
  return answer;
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const found = self.clients.matchAll({ type: "window" });
  event.waitUntil(found.then(([window]) => (window ? window.focus() : self.clients.openWindow(here.href))));
});
