/** Where a JSON string that starts at `start` ends (past its quote), or the offset of an error in it. */
type ScannedString =
  | { readonly ok: true; readonly end: number }
  | { readonly ok: false; readonly offset: number };

const ESCAPES = new Set('"\\/bfnrt');
const HEX = /^[0-9a-fA-F]{4}$/;

export function scanString(text: string, start: number): ScannedString {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return { ok: true, end: at + 1 };
    if (code < 0x20) return { ok: false, offset: at };
    if (code !== 0x5c) continue;
    const escaped = text.charAt(at + 1);
    if (escaped === 'u') {
      if (!HEX.test(text.slice(at + 2, at + 6))) return { ok: false, offset: at };
      at += 5;
    } else if (ESCAPES.has(escaped)) at += 1;
    else return { ok: false, offset: escaped === '' ? text.length : at };
  }
  return { ok: false, offset: text.length };
}
