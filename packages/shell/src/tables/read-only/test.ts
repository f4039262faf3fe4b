import type { Argument } from '../argument.ts';
import { isOneWord } from '../is-one-word.ts';
import { knownWord } from '../known-word.ts';
import type { Arguments, Reading, Special, SpecialVerdict } from '../row.ts';
import { entries, values } from '../row.ts';
import { PERMISSION_TESTS } from '../sandbox-variables.ts';

const OF_FILES = '-a -b -c -d -e -f -g -G -h -k -L -N -O -p -r -s -S -u -w -x';
const FILE_TESTS = new Set(OF_FILES.split(' '));
const STRING_TESTS = new Set(['-n', '-z']);
const COMPARISONS = new Set('= == != < > -eq -ne -lt -le -gt -ge -nt -ot -ef'.split(' '));
const FILE_COMPARISONS = new Set(['-nt', '-ot', '-ef']);
const OTHERS = new Set('-t ! ( ) -a -o'.split(' '));

const options = [entries(OF_FILES), values('-n -z')];

/** `test` and `[`. */
export const testPrograms: readonly Special[] = [
  { name: 'test', options, decide: (argv) => decide(argv.slice(1)) },
  {
    name: '[',
    options,
    decide: (argv) =>
      argv.length > 1 && argv.at(-1) === ']' ? decide(argv.slice(1, -1)) : { why: '[ without ]' },
  },
];

/** Not listed: -v and -R, which evaluate the subscript of an array. */
function decide(words: Arguments): SpecialVerdict {
  const reads: Reading[] = [];
  let reportsOnMachine = false;
  for (const [index, argument] of words.entries()) {
    const word = knownWord(argument);
    if (word !== undefined && FILE_COMPARISONS.has(word)) {
      for (const at of [index - 1, index + 1]) {
        if (at < 0 || at >= words.length) continue;
        const value = knownWord(words[at]);
        reads.push({ value, index: at + 1, isRecursive: false, access: 'list' });
      }
    }
    if (word === undefined) {
      if (!isOperand(words, index)) return { why: 'an unknown word may be an operator' };
      continue;
    }
    const isLast = index + 1 === words.length;
    if (FILE_TESTS.has(word) && !isLast && !isOperator(words[index + 1])) {
      const value = knownWord(words[index + 1]);
      reportsOnMachine ||= PERMISSION_TESTS.has(word);
      reads.push({ value, index: index + 2, isRecursive: false, access: 'list' });
    } else if (
      word.startsWith('-') &&
      !FILE_TESTS.has(word) &&
      !STRING_TESTS.has(word) &&
      !isOperator(word) &&
      !/^-\d*$/.test(word)
    ) {
      return { why: `${word} is not known to be read-only, for test` };
    }
  }
  return { reads, reportsOnMachine };
}

/**
 * A word that is not known stays an operand beside an operator that is known. Should it become `-v` after all, what
 * follows it is known, and no subscript.
 */
function isOperand(words: Arguments, index: number): boolean {
  if (!isOneWord(words[index])) return false;
  const isSubscriptPossible = words.some((word) => knownWord(word)?.includes('[') ?? false);
  if (isSubscriptPossible) return false;
  const before = words[index - 1];
  const behind = words[index + 1];
  const hasKnownNeighbors = [index - 1, index + 1].every(
    (at) => at < 0 || at >= words.length || knownWord(words[at]) !== undefined,
  );
  const isAlone = words.length === 1 || (words.length === 2 && before === '!');
  return hasKnownNeighbors && (isAlone || isUnary(before) || isComparison(before) || isComparison(behind));
}

function isUnary(argument: Argument): boolean {
  const word = knownWord(argument);
  return word !== undefined && (FILE_TESTS.has(word) || STRING_TESTS.has(word));
}

function isComparison(argument: Argument): boolean {
  const word = knownWord(argument);
  return word !== undefined && COMPARISONS.has(word);
}

function isOperator(argument: Argument): boolean {
  const word = knownWord(argument);
  return word !== undefined && (COMPARISONS.has(word) || STRING_TESTS.has(word) || OTHERS.has(word));
}
