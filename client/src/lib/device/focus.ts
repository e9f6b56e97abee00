// Where the focus goes: one tab stop for many buttons, and a place to stay when what had it is gone.

import type { Attachment } from "svelte/attachments";

const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

const middle = (part: Element): readonly [x: number, y: number] => {
  const { left, top, width, height } = part.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

/** The nearest of some parts in a direction; what lies straight ahead is nearer than what lies aside. */
function ahead(from: Element, parts: readonly HTMLElement[], [dx, dy]: readonly [number, number]): HTMLElement | undefined {
  const [x, y] = middle(from);
  const far = (part: HTMLElement): number => {
    const [a, b] = middle(part);
    const on = (a - x) * dx + (b - y) * dy;
    const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    return on > 4 ? on + 3 * aside : Infinity;
  };
  const best = parts.reduce((one, other) => (far(other) < far(one) ? other : one), parts[0]!);
  return far(best) < Infinity ? best : undefined;
}

/** The buttons of a group are one tab stop, and arrows lead from one to the next; not while arrows mean something else. */
export function oneStop(taken: () => boolean): Attachment<HTMLElement> {
  return (group) => {
    let at: HTMLElement | undefined;
    const buttons = () => [...group.querySelectorAll<HTMLElement>("button")];
    const lay = () => {
      const all = buttons();
      if (!at || !all.includes(at)) at = all.find((one) => one.ariaDisabled !== "true") ?? all[0];
      for (const one of all) one.tabIndex = one === at ? 0 : -1;
    };
    const enter = ({ target }: FocusEvent) => {
      at = (target as Element).closest<HTMLElement>("button") ?? at;
      lay();
    };
    const press = (event: KeyboardEvent) => {
      const way = ARROWS[event.key];
      if (!way || !at || taken() || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      ahead(at, buttons(), way)?.focus();
    };
    group.dataset.stop = "";
    group.addEventListener("focusin", enter);
    group.addEventListener("keydown", press);
    const watch = new MutationObserver(lay);
    watch.observe(group, { childList: true, subtree: true, attributeFilter: ["aria-disabled"] });
    lay();
    return () => {
      watch.disconnect();
      group.removeEventListener("focusin", enter);
      group.removeEventListener("keydown", press);
    };
  };
}

const PLACES = "[role=group], [role=dialog], [role=grid], main, section, aside, header";

/** When what has the focus goes away, the group around it gets it: it never falls to the page. */
export const keepFocus: Attachment<HTMLElement> = (root) => {
  let around: Element[] = [];
  const note = ({ target }: FocusEvent) => {
    around = [];
    for (let one = target as Element | null; one && one !== document.body; one = one.parentElement) around.push(one);
  };
  const mend = () => {
    const [last] = around;
    if (!last || document.activeElement !== document.body || (last.isConnected && last.checkVisibility())) return;
    const place = around.find((one) => one.isConnected && one.matches(PLACES) && one.checkVisibility()) as HTMLElement | undefined;
    if (!place) return;
    if (place.tabIndex < 0) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  root.addEventListener("focusin", note);
  const watch = new MutationObserver(mend);
  watch.observe(root, { childList: true, subtree: true, attributeFilter: ["hidden", "class"] });
  return () => {
    watch.disconnect();
    root.removeEventListener("focusin", note);
  };
};
