import type { FileTouch } from '../../tables/file-touch.ts';
import type { FileEffect } from '../analysis.ts';
import { addedItem, textOf, type Item } from '../item/item.ts';
import { namedByGit } from '../path/named-by-git.ts';
import { endingsOf, pathEffects, resolvePath, type Standpoint } from '../path/path-effects.ts';

/** What a touch that a table names comes to, where the command runs. */
export function touchEffects(
  {
    access,
    path,
    isTree: mayBeTree,
    argument,
    removal,
    changesAccess,
    endings,
    copyOf,
    reachesAll,
    gitNames,
    isOfTop,
    gitRunsIn: place = '.',
    mayBeFile,
    createsNone,
    excluded,
    isComputed,
  }: FileTouch,
  items: readonly Item[],
  standpoint: Standpoint,
): readonly FileEffect[] {
  const item = items[argument];
  const used =
    item !== undefined && item.value === path ? item : { ...addedItem(path), written: item?.written ?? '' };
  const isTree = mayBeTree && !areFiles(copyOf, standpoint);
  const sources = isTree && access === 'write' ? placesOfCopies(copyOf, standpoint) : undefined;
  const effectsOfWord = wordEffects(access, used, isTree, standpoint);
  const all =
    excluded === undefined ? effectsOfWord : effectsOfWord.map((effect) => ({ ...effect, excluded }));
  const touched = mayBeFile ? all.map((effect) => ({ ...effect, mayBeFile })) : all;
  const found = sources === undefined ? touched : touched.map((effect) => ({ ...effect, copyOf: sources }));
  const limited = endings === undefined ? found : found.map((effect) => ({ ...effect, endings }));
  const reached =
    (changesAccess ?? reachesAll) && isTree
      ? [...limited, ...leftByVariables(used, standpoint)].map((one) => ({
          ...one,
          reachesAll: true as const,
        }))
      : limited;
  const changed =
    createsNone || (access === 'write' && !isTree && isOnlyMatches(used))
      ? reached.map((effect) => ({ ...effect, createsNone: true as const }))
      : reached;
  const ending = gitNames === undefined || endings !== undefined ? undefined : endingsOf(used);
  const named =
    gitNames === undefined
      ? changed
      : changed
          .map((one) => namedByGit(one, { gitNames, isOfTop, place }, standpoint))
          .map((one) => ({ ...one, endings: ending ?? one.endings }));
  const computed =
    isComputed === true && path === undefined && (argument === 0 || textOf(item) !== undefined)
      ? named.map((effect) => (effect.path === undefined ? { ...effect, isComputed } : effect))
      : named;
  const effects = changesAccess ? computed.map((effect) => ({ ...effect, changesAccess })) : computed;
  return removal === undefined ? effects : effects.map((effect) => ({ removal, ...effect }));
}

/** A pattern or what a search found, and no more: it stands for files that are there. `"$f.bak"` and `{}.bak` need not be. */
function isOnlyMatches({ isGlob, written, search }: Item): boolean {
  const isWhole = written === '{}' || /^"?\$(?:\w+|\{\w+\})"?$/u.test(written);
  return isGlob && (search?.areWords !== undefined || isWhole || !/[$`{]/u.test(written));
}

/** Undefined where not all of them are known. */
function placesOfCopies(
  paths: FileTouch['copyOf'],
  { directory }: Standpoint,
): readonly string[] | undefined {
  const places = (paths ?? []).flatMap((path) =>
    typeof path === 'string' && !path.includes('..') ? (resolvePath(path, directory) ?? []) : [],
  );
  return places.length > 0 && places.length === paths?.length ? places : undefined;
}

function areFiles(paths: FileTouch['copyOf'], { directory, isFile }: Standpoint): boolean {
  if (paths === undefined || paths.length === 0) return false;
  return paths.every((path) => {
    const place = typeof path === 'string' ? resolvePath(path, directory) : undefined;
    return place !== undefined && isFile(place);
  });
}

/** The paths of the system that are meant if variables that nothing sets are empty: `chmod -R 777 "$x/etc"`, `cd "$x/" && chown -R me .` */
function leftByVariables(item: Item, { emptied, leftWhenEmpty }: Standpoint): readonly FileEffect[] {
  const { written } = item;
  // Of `*`, everything in the directory.
  const bare = written.replace(/\*+$/u, '');
  const text = bare === '' ? '.' : textOf(item);
  const places =
    text === undefined ? [leftWhenEmpty(bare)] : [...emptied].map((place) => resolvePath(text, place));
  return places.flatMap((path) =>
    path === undefined ? [] : [{ access: 'write', path, isTree: true, written } as const],
  );
}

/** Of a word that stands for names of a list, those that are there now. */
export function wordEffects(...given: Parameters<typeof pathEffects>): readonly FileEffect[] {
  const effects = pathEffects(...given);
  const [, { search }, , standpoint] = given;
  if (search?.areWords === undefined) return effects;
  const { areWords, isTracked } = search;
  const named = effects.map((effect) => ({ ...effect, areWords }));
  if (isTracked !== true) return named;
  return named.map((effect) => namedByGit(effect, { gitNames: 'tracked', place: '.' }, standpoint));
}
