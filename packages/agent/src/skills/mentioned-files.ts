/** `@path` or `@"path with blanks"` at the start of a word. */
const MENTION = /(?<=^|[\s(])@(?:"([^"\n]+)"|((?:~\/|\.{0,2}\/)?[\w.][\w./+-]*))/g;
const MAX_MENTIONS = 20;

/** The paths that a text mentions as `@path` or `@"path"`, without duplicates. */
export function mentionedFiles(text: string): readonly string[] {
  const paths = new Set<string>();
  for (const [, quoted, path = ''] of text.matchAll(MENTION)) paths.add(quoted ?? path.replace(/[.,]+$/, ''));
  return [...paths].filter((path) => path !== '').slice(0, MAX_MENTIONS);
}
