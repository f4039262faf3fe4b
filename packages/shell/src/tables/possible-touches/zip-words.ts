import { setOf } from '../runners/options.ts';
import type { Argument } from '../argument.ts';
import type { Arguments } from '../row.ts';

/** Options of two letters, which stand among those of one: `-qTT`. */
const PAIRS = setOf(
  'DF FF FI FS MM RE TT as db dc dd dg ds du dv fd fz h2 ic jj la lf li ll mm nw sb sc sd sf so sp su sU sv tt ws',
);

const LONG: ReadonlyMap<string, string> = new Map([
  ['TT', '--unzip-command'],
  ['lf', '--logfile-path'],
  ['tt', '--before-date'],
  ['ds', '--dot-size'],
]);

const WITH_VALUE = setOf('TT lf tt ds b i x n t P s Z O');

/** `-qlf log`, as zip reads it, in words that say the same. */
export function withoutZipBundles(argv: Arguments): Arguments {
  return argv.flatMap((word): readonly Argument[] =>
    typeof word === 'string' && /^-[^-]/u.test(word) ? wordsOf(word) : [word],
  );
}

function wordsOf(bundle: string): readonly string[] {
  const words: string[] = [];
  for (let at = 1; at < bundle.length;) {
    const pair = bundle.slice(at, at + 2);
    const name = PAIRS.has(pair) ? pair : bundle.charAt(at);
    at += name.length;
    if (name.length === 1 || LONG.has(name)) words.push(LONG.get(name) ?? `-${name}`);
    if (!WITH_VALUE.has(name)) continue;
    const value = bundle.slice(at).replace(/^=/u, '');
    return value === '' ? words : [...words, value];
  }
  return words;
}
