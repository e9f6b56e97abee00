// The service worker: everything that is built is kept as soon as it is here, so that the next start needs no network. The
// page itself comes from the network as long as there is one. Of what the server says only that is kept which stays as it
// is: what games are played with, and the replays that somebody has looked at; they are asked for anew where that is
// possible. Everything a page needs has its digest in its name, so that a new worker can take over at any time.

const VERSION = "__VERSION__"; // filled in by the build, like the names of its files
const FILES = ["", ..."__FILES__".split(" ")];
const SAID = "nyhavn said";
const MOST_REPLAYS = 30;
const KEPT = 2; // this version, and the one before it: pages that are open may still load parts of it
const here = new URL("./", self.location.href);

self.addEventListener("install", (event) => event.waitUntil(fill().then(() => self.skipWaiting())));

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name !== VERSION && name !== SAID).slice(0, -(KEPT - 1)))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
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
  else if (path === "api/v1/games" || path.startsWith("api/v1/replays/")) event.respondWith(said(event.request));
});

/** All that was built: what an earlier version has already is not loaded again. */
async function fill() {
  const cache = await caches.open(VERSION);
  await Promise.all(
    FILES.map(async (file) => {
      const url = new URL(file, here).href;
      const kept = file ? await caches.match(url) : undefined;
      if (!kept || !(await cache.match(url))) await cache.put(url, kept ?? (await loaded(url)));
    }),
  );
  const games = new URL("api/v1/games", here).href;
  await fetch(games).then((answer) => keep(SAID, games, answer), () => undefined); // the page has asked for it already
}

async function loaded(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer;
}

async function asset(request) {
  return (await caches.match(request)) ?? keep(VERSION, request, await fetch(request));
}

const ours = () => caches.open(VERSION).then((cache) => cache.match(here.href));

async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.status < 500) return keep(VERSION, here.href, answer);
    return (await ours()) ?? answer;
  } catch (why) {
    const kept = await ours();
    if (kept) return kept;
    throw why;
  }
}

/** What the server says, or what it said when it was last here. */
async function said(request) {
  try {
    const answer = await keep(SAID, request, await fetch(request));
    if (answer.ok) await tidy();
    return answer;
  } catch (why) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw why;
  }
}

/** The oldest replays make room. */
async function tidy() {
  const cache = await caches.open(SAID);
  const replays = (await cache.keys()).filter(({ url }) => url.includes("/replays/"));
  await Promise.all(replays.slice(0, -MOST_REPLAYS).map((one) => cache.delete(one)));
}

async function keep(name, request, answer) {
  if (answer.ok) await caches.open(name).then((cache) => cache.put(request, answer.clone()));
  return answer;
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const found = self.clients.matchAll({ type: "window" });
  event.waitUntil(found.then(([window]) => (window ? window.focus() : self.clients.openWindow(here.href))));
});
