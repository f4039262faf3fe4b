import type { Script } from '../../tree.ts';
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
