import { resolve } from 'node:path';
import type { AnalysedCommand } from '@sluice/shell';
import { heldRefs } from './held-branches.ts';
import { movedRefs } from './moved-refs.ts';

/** Variables that send git to another repository. */
const GIT_VARIABLE = /(?:^|\s)GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|CONFIG\w*)=/;
const GIT_OPTION = /^(?:-C|--git-dir|--work-tree|--exec-path|--namespace)$/;

/**
 * Paths that a command's words name, absolute as far as its directory is known: of any command the repository that git is sent to and
 * the branches of other worktrees that it moves, of
 * one that may change things every word that is a path. Undefined: git is sent somewhere unknown.
 */
export function reachedPaths({
  unwrapped,
  cwd,
  readsItself,
  isFileEdit,
  texts,
}: Pick<AnalysedCommand, 'unwrapped' | 'cwd' | 'readsItself' | 'isFileEdit' | 'texts'>): readonly (
  | string
  | undefined
)[] {
  const absolute = (path: string | undefined): string | undefined => {
    if (path === undefined || (cwd === undefined && !path.startsWith('/'))) return undefined;
    return resolve(cwd ?? '/', path);
  };
  const reached: (string | undefined)[] = [];
  if (GIT_VARIABLE.test(texts.exact)) reached.push(undefined);
  const [name, ...words] = unwrapped;
  if (name !== undefined && /(?:^|\/)git$/.test(name)) reached.push(...ofGit(words).map(absolute));
  const refs = movedRefs(unwrapped);
  if (refs.length > 0) reached.push(...(cwd === undefined ? [undefined] : heldRefs(refs, cwd)));
  if (readsItself || isFileEdit) return reached;
  for (const word of unwrapped) {
    const path = word?.replace(/^-[\w-]*=?(?=\.{0,2}\/)/, '').replace(/^\w+=/, '');
    if (path !== undefined && /^(?:\.\.(?:\/|$)|.*\/)/.test(path)) reached.push(absolute(path) ?? path);
  }
  return reached;
}

/** The values of git's own options, before its command. */
function ofGit(words: readonly (string | undefined)[]): readonly (string | undefined)[] {
  const found: (string | undefined)[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) {
      // It may be such an option.
      found.push(undefined);
      return found;
    }
    if (!word.startsWith('-')) return found;
    const [, option, value] = /^(--[\w-]+)=(.*)$/.exec(word) ?? [];
    if (option !== undefined && GIT_OPTION.test(option)) found.push(value);
    else if (GIT_OPTION.test(word)) found.push(words[(at += 1)]);
    else if (word === '-c') at += 1;
  }
  return found;
}
