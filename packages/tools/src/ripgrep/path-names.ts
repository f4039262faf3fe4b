import { isAbsolute, relative, sep } from 'node:path';

/** A path as rg printed it, relative to the search root, one UTF-16 unit per byte: no name is lost, and `<` is byte order. */
export type RawPath = string;

/** Converts the raw paths of one search into names for people, models and the file system. */
export interface PathNames {
  /**
   * Relative to the session's working directory if the search root is inside it, else absolute. A name with control characters or invalid
   * UTF-8 is quoted as `$'…'`, so that it stays on one line and can be used in a command.
   */
  shown(path: RawPath): string;
  /** Absolute; bytes that are not UTF-8 become U+FFFD. */
  absolute(path: RawPath): string;
  /** The same below another absolute directory. */
  below(folder: string, path: RawPath): string;
  /** Absolute, for file system calls. */
  exact(path: RawPath): string | Buffer;
}

export function createPathNames(cwd: string, root: string): PathNames {
  const fromCwd = relative(cwd, root);
  const isInside = fromCwd !== '..' && !fromCwd.startsWith(`..${sep}`) && !isAbsolute(fromCwd);
  const prefix = toRaw(!isInside ? withSlash(root) : fromCwd === '' ? '' : withSlash(fromCwd));
  const rootPrefix = withSlash(root);
  const rawRootPrefix = toRaw(rootPrefix);
  return {
    shown: (path) => quoteMisread(prefix + path),
    absolute: (path) => rootPrefix + textOf(path),
    below: (folder, path) => withSlash(folder) + textOf(path),
    exact: (path) => (isAscii(path) ? rootPrefix + path : Buffer.from(rawRootPrefix + path, 'latin1')),
  };
}

/** Decodes bytes given as latin1 text; invalid UTF-8 becomes U+FFFD. */
export function fromRaw(raw: string): string {
  return Buffer.from(raw, 'latin1').toString('utf8');
}

function textOf(path: RawPath): string {
  return isAscii(path) ? path : fromRaw(path);
}

/** UTF-8 bytes as latin1 text. */
export function toRaw(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text);
}

function withSlash(path: string): string {
  return path.endsWith(sep) ? path : `${path}/`;
}

/**
 * Control characters, line separators and direction marks: such a name would read as another one. Blanks stay, unlike in core's
 * `UNSEEN` (`hidden-character.ts`): names have them, and a quoted name is harder to use.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const MISREAD = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffd]/;

function quoteMisread(raw: string): string {
  const text = fromRaw(raw);
  if (!MISREAD.test(text)) return text;
  const isValid = toRaw(text) === raw;
  const quoted = Array.from(isValid ? text : raw, (character) => quoteCharacter(character, isValid));
  return `$'${quoted.join('')}'`;
}

const ESCAPES = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\\', '\\\\'],
  ["'", "\\'"],
]);

function quoteCharacter(character: string, isText: boolean): string {
  const escape = ESCAPES.get(character);
  if (escape !== undefined) return escape;
  const code = character.charCodeAt(0);
  if (isText ? character === '\ufffd' || !MISREAD.test(character) : code >= 0x20 && code < 0x7f)
    return character;
  return Array.from(toRaw(isText ? character : ''), octal).join('') || octal(character);
}

/** Always three digits, so that a digit after it is not taken as part of it. */
function octal(byte: string): string {
  return `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`;
}
