/** The sets of characters that programs leave unescaped when they percent-encode. */
const KEPT: readonly { readonly characters: RegExp; readonly space: string }[] = [
  // Unreserved characters in RFC 3986; with the slash of paths; and as in JavaScript's encodeURIComponent.
  { characters: /[\w.~-]/, space: '%20' },
  { characters: /[\w.~/-]/, space: '%20' },
  { characters: /[\w.~!*'()-]/, space: '%20' },
  // Forms: by RFC 3986, by the URL standard, and by PHP.
  { characters: /[\w.~-]/, space: '+' },
  { characters: /[\w.*-]/, space: '+' },
  { characters: /[\w.-]/, space: '+' },
  // Query characters, with the plus or, since that may mean a space, without.
  { characters: /[\w.~!$&'()*+,;=:@/?-]/, space: '%20' },
  { characters: /[\w.~!$&'()*,;=:@/?-]/, space: '%20' },
];

/**
 * A text in every form in which a host may send it: as is, escaped in JSON with `\/` or plain slashes, and percent-encoded in upper and
 * lower case. Without duplicates.
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
