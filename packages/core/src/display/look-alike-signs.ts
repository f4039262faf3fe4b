/** Signs that no ordinary text has between its words, each before the sign of the shell that it looks like. */
const PAIRS =
  '\u037e; \u204f; \u1fef` \u02cb` \u2044/ \u2215/ \u29f8/ \u27cb/ \u2571/ \u29f5\\ \u29f9\\ \u27cd\\ \u2572\\ \u2024. \ua4f8. ' +
  "\u2223| \u01c0| \u05c0| \u2758| \ua789: \u2236: \u02d0: \u02f8: \u2032' \u02b9' \u02bc' \u02c8' \u2033\" \u02ba\" \u201a, \ua4f9, " +
  '\u2217* \u204e* \u223c~ \u02dc~ \u02c2< \u02c3> \u2010- \u2011- \u02d7- \u2043- \u2212-';

/** Those of ordinary Chinese, Japanese and Korean text. */
const OF_EAST_ASIA = '，！？：；（）～';
const EAST_ASIAN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}]/v;

/** Dashes of ordinary text, where an option begins. */
const DASH_OF_OPTION = /(?<![^\s"'=\(])[\u2012-\u2015](?=[\w\-\u2010-\u2015])/gv;

/** Quotation marks of ordinary text, which quote nothing, around what a shell obeys. */
const QUOTED = /(?<![^\s=(])[‘’‛“”„‟«»‹›][^\n‘’“”«»‹›]*[;|&`$<>][^\n‘’“”«»‹›]*[‘’“”«»‹›]/gu;

const NOT_ASCII = /[^\0-\x7f]/v;
const SIGN = /[\p{P}\p{S}]/v;

let known: ReadonlyMap<string, string> | undefined;

/** Signs in a text that are easily taken for others: each with the one that it looks like, in the order of the text. */
export function lookAlikeSigns(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (!NOT_ASCII.test(text)) return found;
  for (const line of text.split('\n')) {
    const isEastAsian = EAST_ASIAN.test(line);
    for (const sign of line) {
      const like = likeOf(sign);
      if (like !== undefined && !(isEastAsian && OF_EAST_ASIA.includes(sign))) found.set(sign, like);
    }
  }
  for (const [dash] of text.matchAll(DASH_OF_OPTION)) found.set(dash, '-');
  for (const [quoted] of text.matchAll(QUOTED)) {
    const mark = quoted.charAt(0);
    found.set(mark, '‘’‛‹›'.includes(mark) ? "'" : '"');
  }
  return found;
}

/** Includes full-width and small forms. */
function likeOf(sign: string): string | undefined {
  if (sign <= '\x7f') return undefined;
  known ??= new Map(PAIRS.split(' ').map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1)]));
  const found = known.get(sign);
  if (found !== undefined || sign < '\ufe00' || !SIGN.test(sign)) return found;
  const plain = sign.normalize('NFKC');
  return /^[!-\/:-@\[-`\{-~]$/v.test(plain) ? plain : undefined;
}
