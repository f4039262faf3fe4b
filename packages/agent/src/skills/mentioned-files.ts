/** `@path` or `@"path with blanks"` at the start of a word. */
const MENTION = /(?<=^|[\s(])@(?:"([^"\n]+)"|([^\s"]\S*))/g;
/** What of a word looks like a path: the rest may be punctuation, a line number, or code. */
const PATH = /^(?:~\/|\.{0,2}\/)?(?:[\p{L}\p{N}_.]|\[[^\s[\]]+\])(?:[\p{L}\p{M}\p{N}_./+-]|\[[^\s[\]]+\])*/u;
/** After a path, these end it in a sentence, or they are its last character. */
const PUNCTUATION = /[.,;:!?)]+$/;
const MAX_MENTIONS = 20;
/** Characters of the longest path that there can be. */
const MAX_PATH = 4096;
/** How many shorter paths a word is tried as, if there is no file of its whole name. */
const MAX_ENDS = 20;

/**
 * The paths that a text mentions as `@path` or `@"path"`, without duplicates: of a word, as much as is the name of a file, whatever
 * characters that has. Where there is no such file, what looks like a path.
 * @param isFile whether there is a file of this path, as it is mentioned
 */
export function mentionedFiles(text: string, isFile: (path: string) => boolean): readonly string[] {
  const words = new Map<string, string>();
  for (const [, quoted, word = ''] of text.matchAll(MENTION)) {
    if (quoted === undefined) words.set(word.replace(PUNCTUATION, ''), word);
    else words.set(`"${quoted}`, `"${quoted}`);
  }
  const mentions = [...words.values()].slice(0, MAX_MENTIONS);
  const paths = mentions.map((word) => (word.startsWith('"') ? word.slice(1) : pathIn(word, isFile)));
  return [...new Set(paths)].filter((path) => path !== '');
}

function pathIn(word: string, isFile: (path: string) => boolean): string {
  const looksLike = (PATH.exec(word)?.[0] ?? '').replace(PUNCTUATION, '');
  if (word.length > MAX_PATH) return looksLike;
  const ends = [...word.matchAll(/[^\p{L}\p{M}\p{N}_]/gu)].map(({ index }) => index);
  const longestFirst = [word.length, ...ends.slice(-MAX_ENDS).toReversed()];
  const shorter = longestFirst.map((end) => word.slice(0, end));
  return [...shorter, looksLike].find((path) => path !== '' && isFile(path)) ?? looksLike;
}
