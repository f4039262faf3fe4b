/**
 * Values in a dry run are plain text, with characters of the private use area for what isn't: a part that is not known,
 * the characters of a pattern, which a file name of the same text isn't, and the names that a command lists.
 */
export const HOLE = '\u{E000}';

const PATTERN = '*?[]';
const MARKS = '\u{E001}\u{E002}\u{E003}\u{E004}';

/** Text as the shell looks it up: its pattern characters mean something. */
export function asPattern(text: string): string {
  return text.replaceAll(/[*?[\]]/gu, (character) => MARKS.charAt(PATTERN.indexOf(character)));
}

export function isPattern(text: string): boolean {
  return /[\u{E001}-\u{E004}]/u.test(text);
}

/** As many lists are told apart. */
const MAX_LISTS = 256;
const FIRST_LIST = 0xe1_00;
const LISTS = /[\u{E100}-\u{E1FF}]/gu;

/** The mark for the names that the command of this index prints; undefined: there are too many. */
export function asList(index: number): string | undefined {
  return index < MAX_LISTS ? String.fromCodePoint(FIRST_LIST + index) : undefined;
}

export function isList(text: string): boolean {
  return text.search(LISTS) !== -1;
}

/** The same line with the commands that print the lists in it. */
export function withLists(line: string, commands: readonly string[]): string {
  return line.replaceAll(LISTS, (mark) => `$(${commands[mark.charCodeAt(0) - FIRST_LIST] ?? ''})`);
}

/** The same text with its pattern characters as they are written. */
export function withoutMarks(text: string): string {
  return text.replaceAll(/[\u{E001}-\u{E004}]/gu, (mark) => PATTERN.charAt(MARKS.indexOf(mark)));
}

/** More of them would take long to compare. */
const MAX_STARS = 3;

/**
 * The expression for a pattern; `*` of the text itself is taken for one too. Undefined: it is none that can be compared.
 * @param any what `?` stands for
 * @param frame the expression around it
 */
export function patternOf(text: string, any: string, frame: (source: string) => string): RegExp | undefined {
  const pattern = withoutMarks(text).replaceAll(/\*+/gu, '*');
  if (pattern.split('*').length - 1 > MAX_STARS) return undefined;
  try {
    return new RegExp(frame(sourceOf(pattern, any)), 'gu');
  } catch {
    return undefined;
  }
}

function sourceOf(pattern: string, any: string): string {
  return pattern.replaceAll(/\[!?[^\]]*\]|[^]/gu, (piece) => {
    if (piece === '*') return `${any}*`;
    if (piece === '?') return any;
    if (piece.length > 1 && piece.startsWith('['))
      return `[${piece
        .slice(1, -1)
        .replace(/^!/u, '^')
        .replaceAll('\\', String.raw`\\`)}]`;
    return piece.replace(/[\\^$.|+(){}[\]/]/u, String.raw`\$&`);
  });
}

/** The words of a command as a line that a shell reads in the same way. */
export function lineOf(words: readonly string[]): string {
  return words.map((word, index) => quoted(word, index === 0)).join(' ');
}

function quoted(word: string, isName: boolean): string {
  if (word === '') return "''";
  return word
    .split(/([\u{E000}-\u{E004}\u{E100}-\u{E1FF}])/u)
    .map((piece) => {
      if (piece === HOLE) return '"${_u}"';
      if (isPattern(piece)) return withoutMarks(piece);
      if (isList(piece)) return piece;
      const isPlain = isName ? /^[\w./+-]*$/u.test(piece) : /^[\w./:@%+,=-]*$/u.test(piece);
      return isPlain ? piece : `'${piece.replaceAll("'", String.raw`'\''`)}'`;
    })
    .join('');
}
