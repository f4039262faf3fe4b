import { codePointName, UNSEEN } from './hidden-character.ts';

/** Up to this many equal characters or blanks in a row are shown individually. */
const MAX_RUN = 8;
/** At the start of a line more blanks are normal: code is indented. */
const MAX_INDENT = 40;
/** Combining marks allowed on one letter; the scripts that need most stack four. */
const MAX_COMBINING = 4;

export interface ShownText {
  /** Lines without hidden characters. Different texts are shown differently. */
  readonly text: string;
  /** How often each hidden character occurs, by its name (`U+200D`). */
  readonly hidden: ReadonlyMap<string, number>;
  /** Runs of blanks, tabs or empty lines that were too long to show as they are. */
  readonly longRuns: number;
}

/** Matches texts that need no marks. */
const NEEDS_LOOK = /[^\n -~]| {9}|\n(?: *\n){9}/v;
const NOTHING_HIDDEN: ReadonlyMap<string, number> = new Map();

let pattern: RegExp | undefined;

/** Created on first use: most runs show plain text only. */
function markedPattern(): RegExp {
  pattern ??= new RegExp(
    [
      String.raw`\r(?=\n)`,
      ` {${MAX_RUN + 1},}`,
      String.raw`\t+`,
      String.raw`\n(?:[ \t]*\r?\n){${MAX_RUN + 1},}`,
      // Piled-up marks, or marks without a letter before them, are drawn over what is around them.
      String.raw`(?:(?<=\p{M}{${MAX_COMBINING}})|(?<=^|[${UNSEEN} ]))\p{M}+`,
      String.raw`[${UNSEEN}--[\n\t]]+`,
      // Text that looks like a mark: ⟨, ⇥, ␍, ↵.
      String.raw`\u27e8(?=U\+|blank |tab |empty line |lines of blanks)|[\u21e5\u240d\u21b5]`,
    ].join('|'),
    'gv',
  );
  return pattern;
}

/**
 * A text that a person can trust. Hidden characters are shown as `⟨U+200D⟩`, long runs of blanks as `⟨blank ×300⟩`, tabs as `⇥`, the
 * carriage return of a CRLF as `␍`. Line feeds stay.
 */
export function showText(text: string): ShownText {
  if (!NEEDS_LOOK.test(text)) return { text, hidden: NOTHING_HIDDEN, longRuns: 0 };
  const hidden = new Map<string, number>();
  const pieces: string[] = [];
  let longRuns = 0;
  let end = 0;
  for (const { 0: found, index } of text.matchAll(markedPattern())) {
    pieces.push(text.slice(end, index));
    end = index + found.length;
    const run = showRun(found, { isLineStart: index === 0 || text[index - 1] === '\n', next: text[end] });
    if (run?.includes('×') === true) longRuns += 1;
    pieces.push(run ?? showHidden(found, hidden));
  }
  pieces.push(text.slice(end));
  return { text: pieces.join(''), hidden, longRuns };
}

/** Undefined if these are not blanks or line breaks. */
function showRun(
  found: string,
  place: { readonly isLineStart: boolean; readonly next: string | undefined },
): string | undefined {
  const { [0]: first, length } = found;
  switch (first) {
    case ' ':
      return length <= MAX_INDENT && place.isLineStart ? ' '.repeat(length) : `⟨blank ×${length}⟩`;
    case '\t':
      return length <= MAX_RUN ? '⇥'.repeat(length) : `⟨tab ×${length}⟩`;
    case '\n':
      return `\n${emptyLines(found.slice(1, -1).split('\n'))}\n`;
    case '\r':
      return length === 1 && place.next === '\n' ? '␍' : undefined;
    default:
      return undefined;
  }
}

/** Lines without anything to see, each as often as it is repeated: its blanks, tabs and carriage returns. */
function emptyLines(lines: readonly string[]): string {
  if (lines.every((line) => line === '')) return `⟨empty line ×${lines.length}⟩`;
  const runs: { readonly shown: string; times: number }[] = [];
  for (const line of lines) {
    const shown = shownBlanks(line);
    const last = runs.at(-1);
    if (last?.shown === shown) last.times += 1;
    else runs.push({ shown, times: 1 });
  }
  return `⟨lines of blanks: ${runs.map(({ shown, times }) => `${shown} ×${times}`).join(', ')}⟩`;
}

function shownBlanks(line: string): string {
  const runs = line.match(/ +|\t+|\r/gu) ?? ['0'];
  return runs
    .map((run) => (run.startsWith(' ') ? `${run.length}` : run.replaceAll('\t', '⇥').replaceAll('\r', '␍')))
    .join('+');
}

/** Each character by its name, repeated ones combined. */
function showHidden(characters: string, counts: Map<string, number>): string {
  return characters.replace(/(?<one>.)\k<one>*/gsv, (run, one: string) => {
    const name = codePointName(one);
    const count = run.length / one.length;
    counts.set(name, (counts.get(name) ?? 0) + count);
    return count > MAX_RUN ? `⟨${name} ×${count}⟩` : `⟨${name}⟩`.repeat(count);
  });
}
