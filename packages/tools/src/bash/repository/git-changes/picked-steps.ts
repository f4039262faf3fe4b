import { type GitAsker, NoAnswer } from './git-asker.ts';
import type { Step } from './files-of-merge.ts';

/** With more commits, their files are not collected. */
const MAX_COMMITS = 200;

/** The changes of commits, which may be ranges, or what undoes them. */
export function pickedSteps(
  git: GitAsker,
  commits: readonly string[],
  by: 'pick' | 'revert',
): readonly Step[] {
  return parentsOf(git, ['--no-walk=unsorted', ...commits]).flatMap(({ commit, parents }) =>
    parents.map((parent): Step => (by === 'pick' ? [parent, commit] : [commit, parent])),
  );
}

interface Parents {
  readonly commit: string;
  readonly parents: readonly string[];
}

/** @param words commits and ranges, none of which looks like an option */
export function parentsOf(git: GitAsker, words: readonly string[]): readonly Parents[] {
  const limit = `--max-count=${MAX_COMMITS + 1}`;
  const lines = git
    .text(['rev-list', '--parents', limit, ...words, '--'])
    .split('\n')
    .filter(Boolean);
  if (lines.length > MAX_COMMITS) throw new NoAnswer('too many commits');
  return lines.map((line) => {
    const [commit = '', ...parents] = line.split(' ');
    // What the first commit of all has is not compared with anything.
    if (parents.length === 0) throw new NoAnswer('a commit without parents');
    return { commit, parents };
  });
}
