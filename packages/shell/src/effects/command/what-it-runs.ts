import { searchPlaces } from '../path/search-places.ts';
import { textOf, type Item } from '../item/item.ts';
import { directoryOf, type State } from '../state/state.ts';
import { resolvePath } from '../path/path-effects.ts';
import { settingsAt } from '../state/repository-at.ts';
import { aliasRunning } from '../running/running-alias.ts';
import { UNKNOWN_COMMAND } from '../running/command-options.ts';
import { goesBeyondTables } from '../running/goes-beyond-tables.ts';
import { runningOf } from '../running/running-of.ts';
import type { Running } from '../running/running.ts';
import { TRUSTED } from '../running/strip-wrapper.ts';
import type { Shell, Walk } from '../state/walk.ts';
import type { Call } from './call.ts';

/** What a command runs, by whatever name: that of an alias, in another case, or of a link. Undefined: nothing but itself. */
export function whatItRuns(core: readonly Item[], call: Call, shell: Shell): Running | undefined {
  const { state } = call;
  return (
    withUnlisted(withAlias(runningOf(core, call), core, shell, state), core, shell, state) ??
    inLowerCase(shell, core) ??
    underOtherName(shell, core, state)
  );
}

/** With what an alias in the settings of the repository, or of the user, makes of it. */
function withAlias(
  running: Running | undefined,
  core: readonly Item[],
  shell: Shell,
  state: State,
): Running | undefined {
  const alias = aliasRunning(core, () => settingsAt(shell, directoryOf(state)));
  if (alias === undefined || shell.via.includes(alias.name)) return running;
  return running === undefined ? alias : { ...running, inner: [...running.inner, ...alias.inner] };
}

/** With any command, where an option that no table knows may run one. */
function withUnlisted(
  running: Running | undefined,
  core: readonly Item[],
  shell: Shell,
  state: State,
): Running | undefined {
  if (!goesBeyondTables(core, () => settingsAt(shell, directoryOf(state)))) return running;
  if (running !== undefined) return { ...running, inner: [...running.inner, UNKNOWN_COMMAND] };
  const name = textOf(core[0]) ?? '';
  return { name, inner: [UNKNOWN_COMMAND], allow: 'as-written', isTransparent: false, staysHere: true };
}

/** Where programs are found in any case, `RM x` runs `rm x`. */
function inLowerCase({ walk }: Shell, core: readonly Item[]): Running | undefined {
  const [first, ...rest] = core;
  const name = textOf(first);
  const lower = name?.toLowerCase();
  if (walk.context.ignoresCase !== true || first === undefined || name === lower) return undefined;
  const inner = [{ kind: 'words', items: [{ ...first, value: lower }, ...rest] } as const];
  return { name: name ?? '', inner, allow: 'as-written', isTransparent: false, staysHere: true };
}

/** A link to `rm`, or a copy of it, is `rm`. */
function underOtherName({ walk }: Shell, core: readonly Item[], state: State): Running | undefined {
  const [first, ...rest] = core;
  const word = textOf(first);
  if (first === undefined || word === undefined || TRUSTED.test(word)) return undefined;
  const source = word.includes('/') ? sourceOfPath(walk, word, state) : sourceOfName(walk, word, state);
  const name = source?.slice(source.lastIndexOf('/') + 1);
  if (name === undefined || name === '' || name === word.slice(word.lastIndexOf('/') + 1)) return undefined;
  const inner = [{ kind: 'words', items: [{ ...first, value: name }, ...rest] } as const];
  return { name: word, inner, allow: 'as-written', isTransparent: false, staysHere: true };
}

function sourceOfPath({ copies, context }: Walk, word: string, state: State): string | undefined {
  const path = resolvePath(word, directoryOf(state));
  const copied = copies.findLast((copy) => copy.path === path)?.source;
  return copied ?? (path === undefined ? undefined : context.realName?.(path));
}

/** Found by the search path: where it is put may be a directory of that. */
function sourceOfName({ copies, context, source }: Walk, name: string, state: State): string | undefined {
  // A builtin of the shell, which no directory has.
  if (name === '.') return undefined;
  const copied = copies.findLast((copy) => copy.path.endsWith(`/${name}`))?.source;
  if (copied !== undefined) return copied;
  const places = searchPlaces(source, name, directoryOf(state));
  return places.map((place) => context.realName?.(place)).find((one) => one !== undefined);
}
