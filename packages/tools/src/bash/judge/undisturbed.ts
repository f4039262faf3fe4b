import type { AnalyzedCommand, CommandAnalysis, FileEffect } from '@sluice/shell';
import { isInOrder } from './kept-git-answers.ts';

/** Programs that take what a directory holds when they start, once, and nothing that was there earlier. */
const READING_ONCE = new Set(
  (
    'cp gcp mv gmv rm grm tar gtar bsdtar zip 7z 7za 7zz rsync scp cpio ditto diff grep egrep fgrep rg ag ack zgrep wc file cat ' +
    'sort'
  ).split(' '),
);

/** What lies below a directory when it runs is what lies there now. */
export function isAlone(command: AnalyzedCommand, analysis: CommandAnalysis): boolean {
  const program = baseOf(command.unwrapped[0] ?? '');
  const isReadingOnce = READING_ONCE.has(program) || (FINDING.has(program) && !command.isNested);
  return isReadingOnce && isUndisturbed(command, analysis);
}

/** What comes after it, or runs it for each name, changes nothing before. */
export function isUndisturbed(command: AnalyzedCommand, { commands, source }: CommandAnalysis): boolean {
  // `npx` may install the program first, which is none of what lies where that works.
  const runsIt = ({ unwrapped: [name = '', option], start, end, isNested }: AnalyzedCommand): boolean =>
    command.via.length === 1 &&
    !isNested &&
    start === command.start &&
    end === command.end &&
    (FINDING.has(baseOf(name)) ||
      /^(?:xargs|npx|bunx|pnpx)$/u.test(baseOf(name)) ||
      (baseOf(name) === 'cmake' && option === '-E'));
  const isOther = (one: AnalyzedCommand): boolean =>
    one !== command && !one.readsItself && !runsIt(one) && !makesNothing(one);
  const others = commands.filter(isOther);
  const isOnce =
    !LOOP.test(source) || (makesNothing(command) && others.length === 0 && !FUNCTION.test(source));
  return (
    !command.isUnknown &&
    !command.isUncertain &&
    isOnce &&
    others.every((one) => isInOrder(source) && one.start >= command.end)
  );
}

/** No other command of the line may make a symbolic link before it, or while it runs. */
export function hasNoNewLinks(command: AnalyzedCommand, { commands, inScripts }: CommandAnalysis): boolean {
  const makesNone = (one: AnalyzedCommand): boolean =>
    one === command ||
    one.readsItself ||
    (one.isFileEdit && /^(?:mkdir|touch|rm|rmdir)$/u.test(one.unwrapped[0] ?? ''));
  return !command.isUnknown && !command.isUncertain && inScripts.length === 0 && commands.every(makesNone);
}

const FUNCTION = /\bfunction\b|\(\s*\)/u;

/** No name comes to be. What a redirection writes is judged by itself. */
function makesNothing({ isFileEdit, isUnknown, isUncertain, files, redirections }: AnalyzedCommand): boolean {
  const isKeeping = ({ access, createsNone, changesAccess }: FileEffect): boolean =>
    access !== 'write' || createsNone === true || changesAccess === true;
  return isFileEdit && !isUnknown && !isUncertain && files.every(isKeeping) && redirections.every(isKeeping);
}

const FINDING = new Set(['find', 'gfind', 'bfs']);

const baseOf = (program: string): string => program.replace(/^.*\//u, '');

/** A part of the line may run again. */
export const LOOP = /\b(?:for|while|until|select|function)\b|\(\s*\)/u;
