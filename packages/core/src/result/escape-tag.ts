/** `<`, and what compatibility normalisation makes one of. */
const OPENS = /[<\uFE64\uFF1C]/gu;

/** What nobody sees, and blanks. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Dashes that normalisation keeps apart from the hyphen. */
const DASH = /[\p{Pd}\u2212]/u;

/**
 * A text in which no tag of a name begins or ends, or what a model could take for one: with capitals, blanks and characters
 * that nobody sees in it, or in other forms of its letters (full width, say). The sign that it begins with becomes `&lt;`. Linear
 * in the text; the same text gives the same bytes.
 * @param name in small letters, with hyphens
 */
export function escapeTag(text: string, name: string): string {
  return text.replace(OPENS, (sign, at: number) => (isTagAt(text, at + sign.length, name) ? '&lt;' : sign));
}

/** A look from one sign ends before the next. */
function isTagAt(text: string, from: number, name: string): boolean {
  let met = 0;
  for (let at = from; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    at += character.length;
    if (UNSEEN.test(character)) continue;
    const plain = character.normalize('NFKC').toLowerCase().replace(DASH, '-');
    if (met === 0 && plain === '/') continue;
    // Of one character there may be several letters, as in №.
    if (!name.startsWith(plain, met)) return false;
    met += plain.length;
    if (met === name.length) return true;
  }
  return false;
}
