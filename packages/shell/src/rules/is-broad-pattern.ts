import { commandRunners, moduleOptions, scriptRunners } from './broad-programs.ts';
import type { PatternWord } from './pattern-words.ts';
import { isAssignment, programName } from '../effects/script/program-name.ts';

type Pieces = PatternWord['pieces'];

const commands = new Set(commandRunners);
const scripts = new Set(scriptRunners);
/** `docker *` covers `docker exec *`; so does every beginning of a row. */
const beginnings = new Set(
  [...commandRunners, ...scriptRunners].flatMap((row) => {
    const words = row.split(' ');
    return words.slice(1).map((_, count) => words.slice(0, count + 1).join(' '));
  }),
);

/**
 * Whether a pattern with wildcards leaves open what is run: the program itself, or what an interpreter, a wrapper or a
 * package runner is given.
 */
export function isBroadPattern(words: readonly Pieces[]): boolean {
  const start = words.findIndex((pieces) => pieces.length > 1 || !isAssignment(pieces[0] ?? ''));
  const [program, ...rest] = start === -1 ? [] : words.slice(start);
  if (program === undefined || program.length > 1) return true;
  let known = programName(program[0] ?? '');
  let after = rest;
  for (;;) {
    if (commands.has(known)) return true;
    const [next, ...others] = after;
    const word = next?.length === 1 ? next[0] : undefined;
    const longer = `${known} ${word ?? ''}`;
    const isLonger = commands.has(longer) || scripts.has(longer) || beginnings.has(longer);
    if (word === undefined || !isLonger) break;
    known = longer;
    after = others;
  }
  const [next] = after;
  // `docker r*` and `npm r*` cover rows of the tables too.
  if (beginnings.has(known) && (isOpen(next) || next?.length !== 1)) return true;
  return scripts.has(known) && !namesWhatRuns(known, after);
}

/** Options may take the next word, so that a word behind one proves nothing. */
function namesWhatRuns(runner: string, words: readonly Pieces[]): boolean {
  const [first, second] = words;
  if (first?.length === 1 && moduleOptions.has(`${runner} ${first[0]}`)) return !isOpen(second);
  return !isOpen(first);
}

/** Not fixed in its beginning, or an option. */
function isOpen(word: Pieces | undefined): boolean {
  const [head = ''] = word ?? [];
  return head === '' || head.startsWith('-');
}
