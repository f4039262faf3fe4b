/** Control characters but tabs and line feeds, bidirectional marks, invisible tags and other signs that hide text. */
const HIDDEN =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** What a server says about itself, safe for a model: no hidden text, at most `maxBytes` of UTF-8. */
export function cleanText(text: string, maxBytes: number): string {
  const shown = text
    .replaceAll(HIDDEN, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .toWellFormed();
  if (Buffer.byteLength(shown) <= maxBytes) return shown;
  const mark = '…';
  const bytes = Buffer.from(shown).subarray(0, maxBytes - Buffer.byteLength(mark));
  // A code point that was cut in two is decoded as a replacement character.
  return `${bytes.toString('utf8').replace(/\ufffd+$/, '')}${mark}`;
}
