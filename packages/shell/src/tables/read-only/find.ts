import type { PartialArgument } from '../argument.ts';
import { isOneWord } from '../is-one-word.ts';
import { knownWord } from '../known-word.ts';
import type { Arguments, Reading, Special, SpecialVerdict } from '../row.ts';
import { entries, flags, values } from '../row.ts';

const GLOBAL = new Set(['-H', '-L', '-P']);

/** Predicates without an argument. */
const PLAIN =
  '! ( ) , -a -and -o -or -not -true -false -daystart -depth -d -follow -mount -xdev -noleaf -empty -executable ' +
  '-readable -writable -nouser -nogroup -print -print0 -ls -prune -quit -warn -nowarn ' +
  '-ignore_readdir_race -noignore_readdir_race -help --help -version --version';

/** Predicates with one argument. Absent: everything that runs, deletes, or writes a list to a file. */
const WITH_VALUE =
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -size -amin -cmin ' +
  '-mmin -atime -ctime -mtime -used -perm -user -group -uid -gid -inum -links -lname -ilname -fstype -context ' +
  '-maxdepth -mindepth -printf';

/** Predicates that compare with a file. */
const WITH_FILE = '-newer -anewer -cnewer -samefile';

const isPlain = isAmong(PLAIN);
const hasValue = isAmong(WITH_VALUE);
const hasFile = isAmong(WITH_FILE);

const ABOUT_OWNERS = new Set(
  '-ls -writable -executable -user -group -uid -gid -nouser -nogroup -printf -fstype -mount -xdev -perm'.split(
    ' ',
  ),
);

const EXPRESSION = /^[-(),!]/;

/** An unknown word anywhere may be `-delete`. */
export const find: Special = {
  name: 'find',
  options: [
    flags(`-H -L -P -O2 ${PLAIN}`),
    values(`${WITH_VALUE} -newermt`),
    entries(`${WITH_FILE} -neweram`),
  ],
  decide,
};

function isAmong(list: string): (word: string) => boolean {
  const names = new Set(list.split(' '));
  return (word) => names.has(word);
}

function mayStartExpression(word: PartialArgument): boolean {
  return word.prefix === '' || EXPRESSION.test(word.prefix);
}

function decide(argv: Arguments): SpecialVerdict {
  const reads: Reading[] = [];
  let isExpression = false;
  let reportsOnMachine = false;
  let followsLinks = false;
  for (let index = 1; index < argv.length; index += 1) {
    const argument = argv[index];
    const word = knownWord(argument);
    if (word === undefined) {
      if (isExpression || typeof argument !== 'object' || mayStartExpression(argument)) {
        return { why: 'an unknown word may be -delete' };
      }
      reads.push({ value: undefined, index, isRecursive: true, access: 'list' });
      continue;
    }
    followsLinks ||= word === '-follow' || (!isExpression && word === '-L');
    if (!isExpression && (GLOBAL.has(word) || /^-O[0-3]$/.test(word))) continue;
    if (!isExpression && !EXPRESSION.test(word)) {
      reads.push({ value: word, index, isRecursive: true, access: 'list' });
      continue;
    }
    isExpression = true;
    reportsOnMachine ||= ABOUT_OWNERS.has(word);
    if (isPlain(word)) continue;
    const isFile = hasFile(word) || /^-newer[aBcm][aBcm]$/.test(word);
    const isTime = /^-newer[aBcm]t$/.test(word);
    if (!isFile && !isTime && !hasValue(word)) return { why: `${word} is not listed for find` };
    index += 1;
    const value = argv[index];
    if (!isOneWord(value)) return { why: `the value of ${word} is not known` };
    if (isFile) reads.push({ value: knownWord(value), index, isRecursive: false, access: 'list' });
  }
  if (!reads.some((one) => one.isRecursive))
    reads.push({ value: '.', index: -1, isRecursive: true, access: 'list' });
  return { reads, reportsOnMachine, followsLinks };
}
