// What an offline file carries in scripts of plain text, found by id.

export const carriedText = (id: string): string | undefined => document.getElementById(id)?.textContent || undefined;

/** Throws where the text is not base64. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
