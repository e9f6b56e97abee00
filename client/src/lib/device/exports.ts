// Things that leave the page: files to keep, links to copy, pictures to share.

export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Not before the browser has begun to write it.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Puts a text on the clipboard, also where the page came without HTTPS (friends in one network). */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement("textarea");
  field.value = text;
  // Inside an open dialog, since nothing outside of it can have the focus.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}

/** Whether this browser hands files on to other programs. */
export function canShare(): boolean {
  return navigator.canShare?.({ files: [new File([], "nyhavn.png", { type: "image/png" })] }) ?? false;
}

export async function share(what: ShareData): Promise<void> {
  await navigator.share(what).catch((why: unknown) => {
    // People who close the list of programs have changed their mind.
    if (!(why instanceof DOMException)) throw why;
  });
}
