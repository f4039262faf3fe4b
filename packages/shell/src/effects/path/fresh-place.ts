import { posix } from 'node:path';
import type { AnalyzedCommand, FileEffect } from '../analysis.ts';
import { resolvePath } from './path-effects.ts';

interface FreshContext {
  /** Where `mktemp` makes files that it is told no place for; undefined: not known. */
  readonly temporary: string | undefined;
  readonly directory: string | undefined;
}

const FLAG = /^(?:-[dqt]+|--directory|--quiet|--tmpdir)$/u;
const ENDING = /^--suffix=([\w.-]*)$/u;
/** Nothing is left of such a word if the variable is empty. */
const WHOLE = /^"?\$(?:\w+|\{\w+\})"?$/u;
/** One name directly below it. */
const BELOW = /^"?\$(?:\w+|\{\w+\})"?\/"?[\w.+-]+"?$/u;
const TEMPLATE = /^[\w./+-]*X{3,}[\w.-]*$/u;

/**
 * The file or directory that `mktemp` makes, with `X` for what it chooses: nothing else has this name. Undefined: it is told something that
 * isn't listed, or the place isn't known.
 */
export function freshPlace(
  [name, ...words]: readonly (string | undefined)[],
  { temporary, directory }: FreshContext,
): string | undefined {
  if (name === undefined || !/^(?:\/usr\/bin\/|\/bin\/)?mktemp$/u.test(name)) return undefined;
  const templates: string[] = [];
  let isInTemporary = false;
  let ending = '';
  for (const word of words) {
    if (word === undefined) return undefined;
    const suffix = ENDING.exec(word);
    if (suffix !== null) ending = suffix[1] ?? '';
    else if (FLAG.test(word)) isInTemporary ||= /^(?:-\w*t|--tmpdir)/u.test(word);
    else if (TEMPLATE.test(word) && !word.startsWith('-') && !word.includes('..')) templates.push(word);
    else return undefined;
  }
  if (templates.length > 1) return undefined;
  const [template] = templates;
  const isNamed = template !== undefined;
  if (isNamed && isInTemporary && template.includes('/')) return undefined;
  const from = isNamed && !isInTemporary ? directory : temporary;
  return resolvePath(`${template ?? 'tmp.XXXXXXXXXX'}${ending}`, from);
}

/**
 * What is done to such files and directories themselves is marked, and what is written directly below such a directory if nothing can have
 * put a symbolic link there. If the directory could not be made, such a path begins at the root: rules see that path too. Any other path
 * below it is not known then.
 */
export function withFreshPlaces(
  commands: readonly AnalyzedCommand[],
  places: ReadonlySet<string>,
  temporary: string | undefined,
): readonly AnalyzedCommand[] {
  if (places.size === 0) return commands;
  const areLinkless = commands.every(makesNoLinks);
  const marked = (file: FileEffect): readonly FileEffect[] => {
    const { path, access, removal, written, isTree } = file;
    const place = [...places].find((one) => path === one || path?.startsWith(`${one}/`) === true);
    if (path === undefined || place === undefined) return [file];
    // Elsewhere it may be what a program looks for in a directory: a job, a hook.
    const isTemporary = [temporary, '/tmp'].includes(posix.dirname(place));
    if (removal === undefined && (path === place || WHOLE.test(written)))
      return [isTemporary ? { ...file, isFresh: true } : file];
    const isDirectlyBelow = !isTree && BELOW.test(written) && posix.dirname(path) === place;
    if (areLinkless && isTemporary && isDirectlyBelow && (access === 'write' || access === 'read'))
      return [
        { ...file, isFresh: true },
        { ...file, path: path.slice(place.length), isOfVariable: true },
      ];
    const unknown: FileEffect = { ...file, path: undefined, isTree: true };
    return [access === 'remove' ? { ...unknown, removal: 'beneath-unknown' } : unknown];
  };
  return commands.map((command) => ({
    ...command,
    files: command.files.flatMap(marked),
    redirections: command.redirections.flatMap(marked),
  }));
}

const PLAIN_EDITS = /^(?:touch|mkdir|rm|rmdir|mktemp)$/u;

/** `cp` without options copies what links lead to. */
function makesNoLinks({ readsItself, isFileEdit, argv, unwrapped }: AnalyzedCommand): boolean {
  const [name = '', ...words] = unwrapped;
  if (readsItself || argv.length === 0) return true;
  return (
    isFileEdit &&
    (PLAIN_EDITS.test(name) || (name === 'cp' && !words.some((word) => word?.startsWith('-') !== false)))
  );
}
