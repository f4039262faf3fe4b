import { resolve } from 'node:path';
import type { AnalyzedCommand } from '@sluice/shell';
import { gitCommand } from './git-command.ts';
import { heldRefs } from './held-branches.ts';
import { linkedRepository } from './linked-repository.ts';
import { movedRefs } from './moved-refs.ts';
import { mayFetchBranches, mayLeadHome } from './own-remote.ts';
import { sharedState } from './shared-state.ts';

/** Variables that send git to another repository. */
const GIT_VARIABLE = /(?:^|\s)GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|CONFIG\w*)=/;
const GIT_OPTION = /^(?:-C|--git-dir|--work-tree|--exec-path|--namespace)$/;

/**
 * Paths that a command's words name, absolute as far as its directory is known: of any command the repository that git is sent to and
 * the branches of other worktrees that it moves, of
 * one that may change things every word that is a path. Undefined: git is sent somewhere unknown.
 *
 * @param stashesTaken as many entries as other commands of the line may have taken off the stash before
 */
export function reachedPaths(
  {
    unwrapped,
    cwd,
    readsItself,
    isFileEdit,
    texts,
    source,
    code,
  }: Pick<AnalyzedCommand, 'unwrapped' | 'cwd' | 'readsItself' | 'isFileEdit' | 'texts' | 'source' | 'code'>,
  stashesTaken: number,
): readonly (string | undefined)[] {
  const absolute = (path: string | undefined): string | undefined => {
    if (path === undefined || (cwd === undefined && !path.startsWith('/'))) return undefined;
    return resolve(cwd ?? '/', path);
  };
  const reached: (string | undefined)[] = [];
  if (GIT_VARIABLE.test(texts.exact)) reached.push(undefined);
  const [name, ...words] = unwrapped;
  if (name !== undefined && /(?:^|\/)git$/.test(name)) reached.push(...ofGit(words).map(absolute));
  reached.push(...ofRepository({ words: unwrapped, cwd, source, stashesTaken }));
  if (readsItself || isFileEdit) return reached;
  const named = unwrapped
    .filter((word) => word !== undefined)
    .filter((word) => code?.texts.includes(word) !== true);
  for (const path of named.flatMap((word) => pathsOf(word))) reached.push(absolute(path) ?? path);
  return reached;
}

/** `--out=/a/b`, `-I/a/b`, and the parts of `-v /a/b:/c` and `type=bind,source=/a/b`. */
function pathsOf(word: string): readonly string[] {
  const path = word.replace(/^-[\w-]*=?(?=\.{0,2}\/)/, '').replace(/^\w+=/, '');
  const parts = /\s/.test(word) ? [] : word.split(/[=,:]/);
  return [path, ...parts.filter((part) => part !== path)].filter((one) => /^\.\.(?:\/|$)|\//.test(one));
}

/** What a command changes of the repository of a linked worktree that others share. Undefined: which one that is isn't known. */
function ofRepository({
  words,
  cwd,
  source,
  stashesTaken,
}: {
  readonly words: readonly (string | undefined)[];
  readonly cwd: string | undefined;
  readonly source: string;
  readonly stashesTaken: number;
}): readonly (string | undefined)[] {
  if (gitCommand(words) === undefined && sharedState(words, undefined, stashesTaken).length === 0) return [];
  const repository = cwd === undefined ? undefined : linkedRepository(cwd);
  const refs = movedRefs(words, {
    leadsHome: (remote) =>
      cwd === undefined || (repository !== undefined && mayLeadHome(remote, cwd, repository)),
    fetchesBranches: () =>
      cwd === undefined || (repository !== undefined && mayFetchBranches(cwd, repository)),
    keepsWords: keepsWords(source),
  });
  const shared = sharedState(words, repository, stashesTaken);
  if (cwd === undefined) return refs.length + shared.length > 0 ? [undefined] : [];
  if (repository === undefined) return [];
  return [...heldRefs(refs, repository), ...shared.map((name) => resolve(repository.common, name))];
}

/** Whether each word of a command becomes one, whatever is in it: not `$x`, `*`, `"$@"` or `"${list[@]}"`. */
function keepsWords(source: string): boolean {
  const bare = source.replaceAll(/\\[^]|'[^']*'|"(?:\\[^]|[^"\\])*"/gu, '');
  // Quotes of a command in quotes would be taken for those around it.
  return !/[$`*?[{(]/u.test(bare) && !/\$(?:@|\{[^}]*@|\([^]*['\\])/u.test(source);
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
