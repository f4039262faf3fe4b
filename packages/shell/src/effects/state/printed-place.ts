import type { Script } from '../../tree.ts';
import { freshPlace } from '../path/fresh-place.ts';
import { repositoryAt } from './repository-at.ts';
import { directoryOf, type State } from './state.ts';
import type { Shell } from './walk.ts';

/** The directory that a substitution prints, where it is certain: `$(git rev-parse --show-toplevel)`, `$(pwd)`. */
export function printedPlace(shell: Shell, state: State, { items }: Script): string | undefined {
  const [only, ...others] = items;
  if (only?.command.type !== 'simple' || others.length > 0 || only.isBackground) return undefined;
  const { words, assignments, redirections } = only.command;
  const isPlain = assignments.length === 0 && redirections.every(({ descriptor }) => descriptor === 2);
  const text = words.map(({ literal = '' }) => literal).join(' ');
  if (!isPlain || !isCertain(shell, text)) return undefined;
  const directory = directoryOf(state);
  if (text === 'pwd') return directory;
  const fresh = madePlace(
    shell,
    words.map(({ literal }) => literal),
    directory,
  );
  if (fresh !== undefined) return fresh;
  if (text !== 'git rev-parse --show-toplevel' || directory === undefined) return undefined;
  // It is looked up, as a pattern is: what the line does first may change it.
  const { context, expansions, names, commands, mayRepeat } = shell.walk;
  const isFirst = !mayRepeat && commands.every(({ readsItself }) => readsItself);
  if ((isFirst ? names : context.globFiles) === undefined) return undefined;
  expansions.set(`top ${directory}`, 'unknown');
  const report = repositoryAt(shell, directory);
  const place = report.status === 'found' ? report.workTree : undefined;
  // Line ends at the end of what is printed are left out.
  return place?.endsWith('\n') === true ? undefined : place;
}

/** The file that `mktemp` makes, unless the line moves where that is. */
export function madePlace(
  { walk, facts }: Shell,
  words: readonly (string | undefined)[],
  directory: string | undefined,
): string | undefined {
  if (facts.assignments.has('TMPDIR') || !facts.areVariablesKnown) return undefined;
  const place = freshPlace(words, { temporary: walk.context.temporary, directory });
  if (place !== undefined) walk.fresh.add(place);
  return place;
}

/** Nothing in the line makes another command of it, or sends git elsewhere. */
function isCertain({ facts, distrust, span }: Shell, text: string): boolean {
  const [name = ''] = text.split(' ');
  const setsGit = Array.from(facts.assignments.keys()).some(
    (one) => one.startsWith('GIT_') || one === 'PATH',
  );
  return (
    span === undefined &&
    distrust === undefined &&
    !facts.mayMoveGit &&
    !setsGit &&
    !facts.functions.has(name)
  );
}
