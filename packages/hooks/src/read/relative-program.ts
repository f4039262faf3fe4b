/** Programs that run the file that they are given. */
const INTERPRETERS: ReadonlySet<string> = new Set(
  'sh bash dash zsh ksh node deno bun python python3 ruby perl php env exec command nice time source .'.split(
    ' ',
  ),
);
const SCRIPT = /\.(?:sh|bash|zsh|js|mjs|cjs|ts|mts|py|rb|pl|php)$/;
/** Only the start of a command matters. */
const MAX_WORDS = 8;
const MAX_CHARS = 2000;

/** The hook's program or script that is resolved relative to the session's current directory; undefined if there is none. */
export function relativeProgram(command: string, args: readonly string[] | undefined): string | undefined {
  const words =
    args === undefined
      ? command.slice(0, MAX_CHARS).trim().split(/\s+/, MAX_WORDS).map(unquoted)
      : [command, ...args.slice(0, MAX_WORDS)];
  let isRunBy = false;
  for (const word of words) {
    const isAssignment = args === undefined && /^[A-Za-z_]\w*=/.test(word);
    if (isAssignment || (isRunBy && /^-[A-Za-z]*$/.test(word) && !/[ce]/.test(word))) continue;
    if (!isRunBy && INTERPRETERS.has(word)) {
      isRunBy = true;
      continue;
    }
    if (isRunBy && INTERPRETERS.has(word)) continue;
    return isRelative(word, isRunBy) ? word : undefined;
  }
  return undefined;
}

function isRelative(word: string, isRunBy: boolean): boolean {
  if (!/^[\w.@-]/.test(word) || word.startsWith('-') || word.includes('://')) return false;
  return word.includes('/') || (isRunBy && SCRIPT.test(word));
}

/** Removes the quotes around a word. Text after a word that ends inside quotes doesn't matter here. */
function unquoted(word: string): string {
  return word.replaceAll(/["']/g, '').replace(/[;&|]+$/, '');
}
