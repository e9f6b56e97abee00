/** A drawing of the page as a file: SVG that stands on its own, or a PNG of it. */

/** An SVG that is in the page, with its patterns and styles; colours are written out, so that every program can show it. */
export function standalone(svg: SVGSVGElement, width = 1600): string {
  const { width: w, height: h } = svg.viewBox.baseVal;
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.prepend(document.querySelector("#patterns defs")!.cloneNode(true));
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const used = rules.filter((rule) => rule instanceof CSSStyleRule && copy.querySelector(rule.selectorText));
  const style = document.createElementNS(svg.namespaceURI, "style");
  style.textContent = used.map((rule) => rule.cssText).join("\n");
  copy.prepend(style);
  copy.setAttribute("style", "font-family: var(--font)");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String((width * h) / w));
  return writtenOut(new XMLSerializer().serializeToString(copy));
}

/** The same text with the values of the page's variables, in its theme. */
function writtenOut(text: string): string {
  const root = getComputedStyle(document.documentElement);
  const dark = root.colorScheme === "dark" || (root.colorScheme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  const value = (whole: string, name: string) => root.getPropertyValue(name).trim().replaceAll('"', "'") || whole;
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(/var\((--[\w-]+)\)/g, value).replace(/light-dark\(([^,()]+),\s*([^,()]+)\)/g, dark ? "$2" : "$1");
  }
  return text;
}

/** A PNG of an SVG that is in the page. */
export async function picture(svg: SVGSVGElement, width = 1600): Promise<Blob> {
  const { width: w, height: h } = svg.viewBox.baseVal;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(standalone(svg, width))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.round((width * h) / w);
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
}
