// What this player likes, kept in this browser only.

export interface Settings {
  /** The tag of the language, once one is chosen. */
  language: string | null;
  theme: "system" | "light" | "dark";
  motion: "on" | "fast" | "off";
  text: "normal" | "large";
  /** How a move is sent: shown first, for a button that plays it, or by a tap and after some seconds to undo it. */
  moves: "button" | "grace";
  /** How long the moves of others are shown, one after the other. */
  pace: "slow" | "normal" | "fast" | "none";
  sound: boolean;
  /** All legal places of the piece in the hand are shown. */
  places: boolean;
  /** Single letters are shortcuts. */
  keys: boolean;
  notify: boolean;
  name: string;
  /** The bot that was chosen last, and how many of them. */
  bot: string;
  bots: number;
  /** What was offered already, and is not offered again. */
  offered: readonly ("sound" | "notify")[];
}

const KEY = "nyhavn";
const DEFAULTS: Settings = {
  language: null,
  theme: "system",
  motion: "on",
  text: "normal",
  moves: "button",
  pace: "normal",
  sound: false,
  places: true,
  keys: true,
  notify: false,
  name: "",
  bot: "",
  bots: 2,
  offered: [],
};

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings = $state<Settings>({ ...DEFAULTS, ...kept() });

/** Changes one thing, and remembers it where the browser lets us. */
export function set<K extends keyof Settings>(name: K, value: Settings[K]): void {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows of some browsers keep nothing.
  }
  show();
}

const systemDark = () => matchMedia("(prefers-color-scheme: dark)").matches;

export const dark = (): boolean => (settings.theme === "system" ? systemDark() : settings.theme === "dark");

/** How long something that usually takes this many milliseconds takes for this player. */
export function pace(duration: number): number {
  if (settings.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return settings.motion === "fast" ? duration / 2 : duration;
}

/** Puts theme, text size and motion on the page. */
export function show(): void {
  const page = document.documentElement;
  page.dataset.theme = dark() ? "dark" : "light";
  page.dataset.motion = settings.motion;
  page.dataset.text = settings.text;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = dark() ? "#101A22" : "#14606B";
}

export function watchSystem(): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
}

/** What is changed in another tab of this browser is changed here too. */
export function watchTabs(changed: () => void): void {
  addEventListener("storage", ({ key }) => {
    if (key !== KEY) return;
    Object.assign(settings, DEFAULTS, kept());
    show();
    changed();
  });
}
