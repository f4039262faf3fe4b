import type { AnalyzedCommand, FileEffect } from '../analysis.ts';
import { addedItem, textOf, type Item } from '../item/item.ts';
import { pathEffects, resolvePath, type Standpoint } from '../path/path-effects.ts';
import { givenScriptReach } from '../running/given-script-reach.ts';
import { patchedPaths } from '../path/patched-paths.ts';
import type { ScriptReach } from '../../tables/scripts/script-reach.ts';
import type { GivenText } from '../state/state.ts';

interface Source {
  readonly input: GivenText | undefined;
  readonly substituted: GivenText | undefined;
  readonly redirections: Pick<AnalyzedCommand, 'files'>;
  readonly readText: ((path: string) => string | undefined) | undefined;
}

/** Files that no word of a command names, but what it follows: a patch, or the commands of an editor. */
export function contentEffects(
  items: readonly Item[],
  source: Source,
  standpoint: Standpoint,
): readonly FileEffect[] {
  const name = textOf(items[0])?.replace(/^.*\//u, '');
  const words = items.slice(1).map((item) => textOf(item) ?? '');
  const reach = givenScriptReach(items, source);
  if (reach !== undefined) return scriptEffects(reach, standpoint);
  const verb = name === 'git' ? subcommandAt(words) : -1;
  if (words[verb] === 'apply' || words[verb] === 'am') {
    const own = words.slice(verb + 1);
    if (own.some((word) => NO_CHANGE.test(word)) && !own.some((word) => CHANGE_AFTER_ALL.test(word)))
      return [];
    const files = own.filter((word) => !word.startsWith('-'));
    return patched(files, { own, strip: 1, source, standpoint });
  }
  if (name !== 'patch' || words.some((word) => NO_CHANGE.test(word))) return [];
  const operands = words.filter(
    (word, index) => word !== '' && !word.startsWith('-') && words[index - 1] !== '-d',
  );
  const option = words.findIndex((word) => /^(?:-i|--input$|--input=)/u.test(word));
  const attached = words[option]?.replace(/^(?:-i|--input=?)/u, '');
  const given = option === -1 ? operands[1] : attached === '' ? words[option + 1] : attached;
  // The file to patch is an operand of its own.
  if (operands.length > 0 && given !== operands[0]) return [];
  return patched(given === undefined ? [] : [given], { own: words, strip: undefined, source, standpoint });
}

/** Where the sub-command of git stands. */
function subcommandAt(words: readonly string[]): number {
  return words.findIndex(
    (word, index) => word !== '' && !word.startsWith('-') && !WITH_VALUE.has(words[index - 1] ?? ''),
  );
}

const WITH_VALUE = new Set('-C -c --git-dir --work-tree --namespace --exec-path --config-env'.split(' '));

const NO_CHANGE = /^--(?:dry-run|check|stat|numstat|summary|abort|quit|show-current-patch|cached)/u;

/** `git apply --stat --apply`, `--check --no-check`. */
const CHANGE_AFTER_ALL = /^--(?:no?$|no-|ap)/u;

interface Patching {
  readonly own: readonly string[];
  readonly strip: number | undefined;
  readonly source: Source;
  readonly standpoint: Standpoint;
}

function patched(
  files: readonly string[],
  { own, strip, source, standpoint }: Patching,
): readonly FileEffect[] {
  const { directory } = standpoint;
  const redirected = source.redirections.files
    .filter(({ access }) => access === 'read')
    .map(({ path }) => path);
  const paths = files.length === 0 ? redirected : files.map((file) => resolvePath(file, directory));
  const read = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : source.readText?.(path);
  const isGiven = paths.length === 0 && source.input?.isKnown === true;
  const texts = isGiven ? [source.input?.text] : paths.map(read);
  const level = own.map((word) => /^(?:-p|--strip=)(\d+)$/u.exec(word)?.[1]).find((one) => one !== undefined);
  const place = own
    .map((word) => /^(?:-d|--directory=)(.+)$/u.exec(word)?.[1])
    .find((one) => one !== undefined);
  const known = texts.map((text) =>
    text === undefined ? undefined : patchedPaths(text, level === undefined ? strip : Number(level)),
  );
  if (known.length === 0 || known.includes(undefined) || own.includes('-d')) {
    const path = resolvePath(place ?? '.', directory);
    return [{ access: 'write', path, isTree: true, written: 'what a patch names' }];
  }
  return known.flatMap((names) =>
    (names ?? []).flatMap((name) => writes(place === undefined ? name : `${place}/${name}`, standpoint)),
  );
}

/** Files of a script that the line writes for `awk -f <(…)`. */
export function scriptEffects(
  { reads, writes: written }: ScriptReach,
  standpoint: Standpoint,
): readonly FileEffect[] {
  const effects = (access: 'read' | 'write', names: ScriptReach['reads']): readonly FileEffect[] =>
    names.flatMap((name) =>
      pathEffects(access, { ...addedItem(name), written: name ?? 'what a script names' }, false, standpoint),
    );
  return [...effects('read', reads), ...effects('write', written)];
}

function writes(path: string, standpoint: Standpoint): readonly FileEffect[] {
  return pathEffects('write', { ...addedItem(path), written: path }, false, standpoint);
}
