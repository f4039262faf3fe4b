import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '@sluice/base';
import { filesOfMerge, type Step } from './files-of-merge.ts';
import { type Difference, type GitAsker, NoAnswer } from './git-asker.ts';
import { parentsOf } from './picked-steps.ts';
import { filesOfStash } from './files-of-stash.ts';

/** Files that change when the operation in progress is given up: everything becomes what it was before. */
export function filesOfAbort(git: GitAsker, operation: string): readonly Difference[] {
  const kept = recordsOf(git);
  if (operation === 'rebase') {
    const records = rebaseIn(kept);
    if (records === undefined) return [];
    const before = kept(`${records}/orig-head`);
    if (before === undefined) throw new NoAnswer('where it began is not known');
    return [...git.dirty(false), ...fromHead(git, before), ...stashed(git, kept(`${records}/autostash`))];
  }
  const before = kept('sequencer/head');
  return [
    ...git.dirty(true),
    ...(before === undefined ? [] : fromHead(git, before)),
    ...stashed(git, kept('MERGE_AUTOSTASH')),
  ];
}

/**
 * Files that change when it goes on: those of the commits that are left to apply.
 * @param isSkipping what it stopped at is given up first
 */
export function filesOfContinue(
  git: GitAsker,
  operation: string,
  isSkipping: boolean,
): readonly Difference[] {
  const kept = recordsOf(git);
  const skipped = isSkipping ? git.dirty(operation !== 'rebase') : [];
  if (operation !== 'rebase')
    return [...skipped, ...filesOfMerge(git, stepsOf(git, kept('sequencer/todo') ?? ''))];
  const records = rebaseIn(kept);
  if (records === undefined) return [];
  // Patches are applied one by one.
  if (records !== 'rebase-merge') throw new NoAnswer('what is left is not told in commits');
  const left = filesOfMerge(git, stepsOf(git, kept('rebase-merge/git-rebase-todo') ?? ''));
  return [...skipped, ...left, ...stashed(git, kept('rebase-merge/autostash'))];
}

type Records = (name: string) => string | undefined;

function recordsOf(git: GitAsker): Records {
  const directory = git.text(['rev-parse', '--absolute-git-dir']).replace(/\n$/u, '');
  return (name) => {
    try {
      return readFileSync(join(directory, name), 'utf8').trimEnd();
    } catch (error) {
      if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
      throw new NoAnswer('a record of git can not be read');
    }
  };
}

function rebaseIn(kept: Records): 'rebase-merge' | 'rebase-apply' | undefined {
  if (kept('rebase-merge/head-name') !== undefined) return 'rebase-merge';
  return kept('rebase-apply/head-name') === undefined ? undefined : 'rebase-apply';
}

function idOf(git: GitAsker, name: string): string {
  const [id] = git.ids([`${name}^{commit}`]);
  if (id === undefined) throw new NoAnswer(`${name} is not a commit`);
  return id;
}

const fromHead = (git: GitAsker, name: string): readonly Difference[] =>
  git.differences([[idOf(git, 'HEAD'), idOf(git, name)]]);

const stashed = (git: GitAsker, entry: string | undefined): readonly Difference[] =>
  entry === undefined ? [] : filesOfStash(git, entry);

const APPLIED = /^(?:p|pick|r|reword|e|edit|s|squash|f|fixup)\s+(?:-[cC]\s+)?([0-9a-f]{4,64})(?:\s|$)/u;
const REVERTED = /^revert\s+([0-9a-f]{4,64})(?:\s|$)/u;
const WITHOUT_FILES = /^(?:#|$|(?:d|drop|b|break|l|label|u|update-ref|noop)(?:\s|$))/u;

/** What the lines of a list of things to do apply. */
function stepsOf(git: GitAsker, todo: string): readonly Step[] {
  const lines = todo.split('\n').map((line) => line.trim());
  const unknown = lines.find((line) => ![APPLIED, REVERTED, WITHOUT_FILES].some((form) => form.test(line)));
  if (unknown !== undefined) throw new NoAnswer(`${unknown.slice(0, 80)} may do anything`);
  const idsIn = (form: RegExp): readonly string[] => lines.flatMap((line) => form.exec(line)?.[1] ?? []);
  const steps = (ids: readonly string[]): readonly Step[] =>
    ids.length === 0
      ? []
      : parentsOf(git, ['--no-walk=unsorted', ...ids]).flatMap(({ commit, parents }) =>
          parents.map((parent): Step => [parent, commit]),
        );
  const undone = steps(idsIn(REVERTED)).map(([parent, commit]): Step => [commit, parent]);
  return [...steps(idsIn(APPLIED)), ...undone];
}
