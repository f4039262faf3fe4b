/**
 * Control characters but tabs and line feeds, bidirectional marks, invisible tags and other signs that hide text; and more than two in a
 * row of those that writing needs one at a time, such as joiners and variation selectors: they spell out bytes. Blanks, private and unassigned characters stay, unlike in `UNSEEN` (core's `hidden-character.ts`), since a model
 * reads them.
 */
const SMUGGLING =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e01ef}]|\p{Default_Ignorable_Code_Point}{3,}/gu;

/** Almost every text. The pattern above takes 0.7 ms to compile, at the first text that needs it. */
const PLAIN = /^[\t\n -~]*$/;

/** Control characters as `JSON.stringify` writes them. */
const ESCAPED = /\\u[0-9a-f]{4}|\\[bfr]/;

/** Whether a text in a JSON text may hide something. False: certainly not. */
export function hasHidden(json: string): boolean {
  if (ESCAPED.test(json)) return true;
  SMUGGLING.lastIndex = 0;
  return !PLAIN.test(json) && SMUGGLING.test(json);
}

/** What a server says about itself, safe for a model: no hidden text, at most `maxBytes` of UTF-8. */
export function cleanText(text: string, maxBytes: number): string {
  if (PLAIN.test(text) && text.length <= maxBytes) return text;
  const shown = text
    .replaceAll(SMUGGLING, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .toWellFormed();
  if (Buffer.byteLength(shown) <= maxBytes) return shown;
  const mark = '…';
  const bytes = Buffer.from(shown).subarray(0, maxBytes - Buffer.byteLength(mark));
  // A code point that was cut in two is decoded as a replacement character.
  return `${bytes.toString('utf8').replace(/\ufffd+$/, '')}${mark}`;
}
