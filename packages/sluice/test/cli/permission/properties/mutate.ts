import { CORPUS } from './calls.ts';

/** Pieces that change how everything around them is read. */
const PIECES = [
  ...['"', "'", '\\', '`', '$', '$(', '${', ')', '}', '((', '))', '[[', ']]', '<(', '$((', "$'", '#', '!'],
  ...['<<E\n', '<<<', '>', '>>', '2>&1', '&>', '|', '|&', '||', '&&', ';', ';;', '&', '\n', '\t', ' '],
  ...[
    '*',
    '?',
    '[a-z]',
    '{a,b}',
    '{1..9}',
    '~',
    '=',
    'A=1 ',
    'if ',
    'then ',
    'fi',
    'for x in ',
    'do ',
    'done',
  ],
  ...[
    'case x in ',
    'esac',
    'f() ',
    'sudo ',
    'bash -c ',
    'xargs ',
    'rm -rf ',
    '\0',
    '\u{1f600}',
    '\ud800',
    '\r',
  ],
];

/** A number from 0 up to a limit: the same for the same seed, and quicker than building a tree of choices. */
export function createRandom(seed: number): (limit: number) => number {
  let state = seed | 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** A command of the corpora with pieces put in, stretches taken out and others joined to it; or pieces alone. */
export function mutate(random: (limit: number) => number): string {
  const piece = (): string => PIECES[random(PIECES.length)] ?? '';
  let text = random(8) === 0 ? '' : (CORPUS[random(CORPUS.length)] ?? '');
  for (let changes = random(6); changes > 0; changes -= 1) {
    const at = random(text.length + 1);
    const other = random(6) === 0 ? (CORPUS[random(CORPUS.length)] ?? '') : piece();
    text = text.slice(0, at) + other + text.slice(at + (random(2) === 0 ? 0 : random(4)));
  }
  return text;
}
