import { asChanged } from './files-of-merge.ts';
import { type Difference, type GitAsker, NoAnswer } from './git-asker.ts';

/** With more commits, their files are not collected. */
const MAX_COMMITS = 500;

/**
 * What commits change, each compared with all of its parents; of one without parents, all that it has.
 * @param words for `git rev-list`
 * @param leavesMergesOut then it isn't known which commits come in their place
 */
export function filesShown(
  git: GitAsker,
  words: readonly string[],
  leavesMergesOut = false,
): readonly Difference[] {
  const lines = git
    .text(['rev-list', '--parents', ...limited(words), '--'])
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' '));
  if (lines.length > MAX_COMMITS) throw new NoAnswer('too many commits');
  if (leavesMergesOut && lines.some((commits) => commits.length > 2))
    throw new NoAnswer('merges are left out');
  const pairs = lines.flatMap(([commit = '', ...parents]) =>
    parents.map((parent) => [parent, commit] as const),
  );
  const roots = lines.flatMap(([commit = '', ...parents]) => (parents.length === 0 ? [commit] : []));
  return [
    ...git.differences(pairs),
    ...roots.flatMap((commit) => git.pathsOf(commit)).map((path) => asChanged(path)),
  ];
}

function limited(words: readonly string[]): readonly string[] {
  return words.some((word) => word.startsWith('--max-count='))
    ? words
    : [`--max-count=${MAX_COMMITS + 1}`, ...words];
}
