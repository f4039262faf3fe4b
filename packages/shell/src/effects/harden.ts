import type { Hardening } from '../tables/classification.ts';
import { textOf, type Item } from './item.ts';
import { directoryOf, type State } from './state.ts';
import type { Shell } from './walk.ts';

/** Text to insert, by offset in the source. */
export type Insertions = readonly { readonly at: number; readonly text: string }[];

/** What makes a command read-only that would otherwise run what a repository configures, or why nothing does. */
export function insertionsFor(
  hardening: Hardening,
  items: readonly Item[],
  shell: Shell,
  state: State,
  isNested: boolean,
): Insertions | { readonly why: string } {
  const why = repositoryRefusal(hardening, shell, state);
  if (why !== undefined) return { why };
  const insertions: { at: number; text: string }[] = [];
  for (const { at, words } of hardening.insertions) {
    const before = items[at - 1];
    const text = textOf(before);
    const isPlain =
      !isNested && shell.span === undefined && before?.end !== undefined && before.written === text;
    const { source } = shell.walk;
    const offset = before?.end ?? 0;
    if (!isPlain || text === undefined || source.slice(offset - text.length, offset) !== text)
      return { why: 'options that it needs to be safe have no place here' };
    insertions.push({ at: offset, text: ` ${words.join(' ')}` });
  }
  return insertions;
}

function repositoryRefusal(hardening: Hardening, shell: Shell, state: State): string | undefined {
  const { context, repositoryKeys } = shell.walk;
  const directory = directoryOf(state);
  if (directory === undefined || directory !== context.cwd)
    return 'the repository of another directory may have hooks and settings of its own';
  if (!repositoryKeys.has(directory)) repositoryKeys.set(directory, context.repositoryKeys?.(directory));
  const keys = repositoryKeys.get(directory);
  if (keys === undefined) return 'the configuration of the repository is not known';
  const forbidden = hardening.forbiddenRepositoryKeys.map((pattern) => new RegExp(pattern, 'u'));
  const found = keys.find(
    (key) =>
      key === 'include.path' ||
      key.startsWith('includeif.') ||
      forbidden.some((pattern) => pattern.test(key)),
  );
  return found === undefined ? undefined : `the repository sets ${found}, by which git may run a program`;
}
