import type { GitSetting, RepositoryReport } from '../../tables/repository.ts';
import { argumentsOf, textOf, type Item } from '../item/item.ts';
import { options, readOptions } from '../../tables/runners/options.ts';
import type { FileEffect } from '../analysis.ts';
import { ANY_NAME } from '../../tables/possible-touches/route.ts';
import { resolvePath } from '../path/path-effects.ts';
import { GLOBAL } from '../running/running-git.ts';

const PUSHING = options(
  '-u --set-upstream -f --force -n --dry-run -q --quiet -v --verbose --all --branches --tags --mirror --delete -d --prune --atomic ' +
    '--follow-tags --no-verify --force-with-lease --force-if-includes --porcelain --progress --thin --no-thin -4 -6',
  '-o --push-option --repo --receive-pack --exec',
  '--signed --recurse-submodules',
);

interface Surroundings {
  readonly directory: string | undefined;
  /** The whole line. */
  readonly source: string;
  readonly repositoryAt: (directory: string | undefined) => RepositoryReport;
}

/** Where a push writes on this machine: a repository by its path, and the work tree if that follows what comes. */
export function pushedPlaces(
  items: readonly Item[],
  { directory: start, source, repositoryAt }: Surroundings,
): readonly FileEffect[] {
  if (!/^(?:.*\/)?git$/u.test(textOf(items[0]) ?? '')) return [];
  const global = readOptions(argumentsOf(items), 1, GLOBAL);
  const words = items.slice(global.next);
  if (textOf(words[0]) !== 'push') return [];
  const { next, given } = readOptions(argumentsOf(words), 1, PUSHING);
  const directory = global.given.reduce<string | undefined>(
    (place, { name, value }) =>
      name === '-C' ? (typeof value === 'string' ? resolvePath(value, place) : undefined) : place,
    start,
  );
  const report = repositoryAt(directory);
  const settings = report.status === 'unknown' ? [] : report.settings;
  const own = report.status === 'found' ? report.workTree : directory;
  const repository = given.findLast(({ name }) => name === '--repo')?.value;
  const named = textOf(words[next]) ?? (typeof repository === 'string' ? repository : undefined);
  const place = named === undefined ? undefined : urlOf(named, settings);
  const path = place === undefined ? undefined : pathOf(place, directory);
  if (place !== undefined && path === undefined) return [];
  const written = named ?? 'git push';
  const isElsewhere = path !== undefined && path !== own && path !== `${own ?? ''}/.git`;
  if (isElsewhere)
    return [
      { access: 'write', path, isTree: true, mayBeFile: true, written },
      { access: 'write', path: `${path}/${ANY_NAME}`, isTree: false, written },
    ];
  const follows = /updateinstead/iu.test(source) || settings.some(updatesWorkTree);
  return follows ? [{ access: 'write', path: own, isTree: true, written }] : [];
}

function urlOf(name: string, settings: readonly GitSetting[]): string {
  const value = (end: string): string | undefined =>
    settings.findLast(({ key }) => key === `remote.${name}.${end}`)?.value;
  return value('pushurl') ?? value('url') ?? name;
}

/** Undefined: on another machine. */
function pathOf(place: string, directory: string | undefined): string | undefined {
  const path = place.replace(/^file:\/\//u, '');
  return /^[^/]*:/u.test(path) ? undefined : resolvePath(path, directory);
}

const updatesWorkTree = ({ key, value }: GitSetting): boolean =>
  key.toLowerCase() === 'receive.denycurrentbranch' && value?.toLowerCase() === 'updateinstead';
