import type { FileTouch } from '../file-command.ts';
import { knownWord } from '../known-word.ts';

/**
 * Where files go that are copied, moved or linked. Whether the target is a directory isn't known here: then both may be
 * written, itself and the file of the same name in it.
 */
export function touchTarget(
  target: Omit<FileTouch, 'access' | 'isTree'>,
  sources: readonly FileTouch[],
  form: 'file' | 'directory' | 'either',
): FileTouch[] {
  const written = { ...target, access: 'write' } as const;
  if (form === 'file') return [{ ...written, isTree: sources.some((one) => one.isTree) }];
  const directory = knownWord(target.path);
  const names = sources.map((one) => lastPart(knownWord(one.path)));
  const isPlain = directory !== undefined && !sources.some((one) => one.isTree);
  if (!isPlain || names.includes(undefined)) return [{ ...written, isTree: true }];
  const within = names.map((name) => ({
    ...written,
    path: `${directory}${directory.endsWith('/') ? '' : '/'}${name}`,
    isTree: false,
  }));
  const isDirectory = form === 'directory' || /(?:^|\/)\.{0,2}$/.test(directory);
  return isDirectory ? within : [{ ...written, isTree: false }, ...within];
}

/** Of `a/b/` it is `b`; of `..` and `/` nothing that could be a name. */
function lastPart(path: string | undefined): string | undefined {
  const parts = path?.split('/').filter((part) => part !== '');
  const last = parts?.at(-1);
  return last === undefined || last === '.' || last === '..' ? undefined : last;
}
