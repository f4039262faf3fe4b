/** What programs leave as it is when they percent-encode: the whole set, however they come to it. */
const KEPT: readonly { readonly characters: RegExp; readonly space: string }[] = [
  // What RFC 3986 calls unreserved; with the slash of paths; and what JavaScript leaves in a component.
  { characters: /[\w.~-]/, space: '%20' },
  { characters: /[\w.~/-]/, space: '%20' },
  { characters: /[\w.~!*'()-]/, space: '%20' },
  // Forms: as RFC 3986, as the standard of URLs, and as PHP.
  { characters: /[\w.~-]/, space: '+' },
  { characters: /[\w.*-]/, space: '+' },
  { characters: /[\w.-]/, space: '+' },
  // What may stand in a query, with the plus or, since that may mean a space, without.
  { characters: /[\w.~!$&'()*+,;=:@/?-]/, space: '%20' },
  { characters: /[\w.~!$&'()*,;=:@/?-]/, space: '%20' },
];

/**
 * A text as a host may say it: as it is, escaped in JSON, with `\/` for the slash and without, and percent-encoded in capitals and
 * in small letters. Each of them once.
 */
export function spellings(text: string): readonly string[] {
  const json = jsonSpelling(text);
  const all = [text, json, json.replaceAll('/', String.raw`\/`)];
  for (const { characters, space } of KEPT) {
    const [capital, small] = percentSpellings(text, characters, space);
    all.push(capital, small);
  }
  return [...new Set(all)];
}

export function jsonSpelling(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function percentSpellings(text: string, kept: RegExp, space: string): readonly [string, string] {
  let [capital, small] = ['', ''];
  for (const byte of Buffer.from(text)) {
    const character = String.fromCodePoint(byte);
    const digits = byte.toString(16).padStart(2, '0');
    const isKept = kept.test(character);
    capital += isKept ? character : byte === 0x20 ? space : `%${digits.toUpperCase()}`;
    small += isKept ? character : byte === 0x20 ? space : `%${digits}`;
  }
  return [capital, small];
}
