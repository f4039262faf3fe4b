/** `<`, and characters that compatibility normalization turns into one. */
const OPENS = /[<\uFE64\uFF1C]/gu;

/** Invisible characters and blanks. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Dashes that normalization distinguishes from the hyphen. */
const DASH = /[\p{Pd}\u2212]/u;

/**
 * A text in which no tag with this name opens or closes, nor anything that a model could take for one: with capitals, blanks, invisible
 * characters, or other forms of its letters (such as full width). Its first character becomes `&lt;`. Linear in the text; the same text
 * gives the same bytes.
 *
 * @param name in lower case, with hyphens
 */
export function escapeTag(text: string, name: string): string {
  return escapeTags(text, [name]);
}

/** The same for several names, in one pass. */
export function escapeTags(text: string, names: readonly string[]): string {
  return text.replace(OPENS, (sign, at: number) =>
    names.some((name) => isTagAt(text, at + sign.length, name)) ? '&lt;' : sign,
  );
}

/** The search from one sign ends before the next. */
function isTagAt(text: string, from: number, name: string): boolean {
  let met = 0;
  for (let at = from; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    at += character.length;
    if (UNSEEN.test(character)) continue;
    const plain = character.normalize('NFKC').toLowerCase().replace(DASH, '-');
    if (met === 0 && plain === '/') continue;
    // One character may become several letters, like №.
    if (!name.startsWith(plain, met)) return false;
    met += plain.length;
    if (met === name.length) return true;
  }
  return false;
}
