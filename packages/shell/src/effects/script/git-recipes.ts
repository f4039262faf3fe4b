import { posix } from 'node:path';
import type { AnalysisContext, AnalyzedCommand } from '../analysis.ts';
import { GLOBAL } from '../../tables/possible-touches/git.ts';
import { parseLoosely } from '../../tables/parse-loosely.ts';
import type { Repository, RepositoryReport } from '../../tables/repository.ts';
import { gitHooks } from './git-hooks.ts';

type Words = readonly (string | undefined)[];
type World = Pick<AnalysisContext, 'repository' | 'home' | 'readText' | 'realName'>;

/** A file that says what git runs: a hook, or settings, which may name other hooks. */
export interface GitRecipe {
  /** Absolute; relative where its directory isn't known; undefined: hooks of which it isn't known where they are. */
  readonly path: string | undefined;
  /** Where a hook runs. Undefined: it isn't known, or these are settings. */
  readonly directory: string | undefined;
}

/**
 * The hooks that a command of git starts, where git itself says that it looks for them, and the settings that say so. They need not
 * exist. Where git names no repository, the usual places are tried.
 */
export function gitRecipes(command: AnalyzedCommand, world: World): readonly GitRecipe[] {
  const { unwrapped, cwd, places, texts } = command;
  const words = unwrapped.slice(1);
  const names = gitHooks(words);
  if (names.length === 0 || runsNoHooks(words)) return [];
  const bases = cwd === undefined ? places : [cwd];
  const all = bases.flatMap((base) => {
    const entries = entriesOf(words, base, texts.exact);
    const nearest = entries.map((entry) => ({
      ...entry,
      directory: nearestDirectory(entry.directory, world),
    }));
    const reports = nearest.map(({ directory }) => world.repository?.(directory));
    const found = nearest.flatMap((entry, index) => recipesIn(reports[index], entry, names, world));
    const isCertain = nearest.every(
      ({ directory }, index) => directory === entries[index]?.directory && !isUnknown(reports[index]),
    );
    return found.length > 0 && isCertain ? found : [...found, ...usualRecipes(entries, names, world)];
  });
  return bases.length === 0 ? usualRecipes(entriesOf(words, '', texts.exact), names, world) : all;
}

const isUnknown = (report: RepositoryReport | undefined): boolean =>
  report === undefined || report.status === 'unknown';

/** `git -c core.hooksPath=/dev/null`: of several, the last one counts. */
function runsNoHooks(words: Words): boolean {
  const values = parseLoosely(GLOBAL, ['git', ...words], 1).given.get('-c') ?? [];
  const last = values.findLast((value) => value === undefined || /^core\.hookspath(?:=|$)/iu.test(value));
  return last?.endsWith('=/dev/null') === true;
}

/** Where git looks for a repository. */
interface Entry {
  readonly directory: string;
  /** Where it runs hooks; undefined: at the top of the work tree around the directory. */
  readonly top: string | undefined;
}

/** `-C`, each within the one before, and what is named as a git directory. */
function entriesOf(words: Words, cwd: string, exact: string): readonly Entry[] {
  const { given } = parseLoosely(GLOBAL, ['git', ...words], 1);
  const entered = given.get('-C') ?? [];
  const directory = entered.reduce<string>((base, next) => joined(base, next ?? ''), cwd);
  const [, set] = /(?:^|\s)GIT_DIR=([^\s"'$`]+)/u.exec(exact) ?? [];
  const named = [...(given.get('--git-dir') ?? []), set].flatMap((path): readonly Entry[] =>
    path === undefined ? [] : [{ directory: joined(directory, path), top: directory }],
  );
  return named.length > 0 ? named : [{ directory, top: undefined }];
}

const joined = (base: string, path: string): string => (path.startsWith('/') ? path : posix.join(base, path));

/** The line may make a directory in the work tree, and run git there. */
function nearestDirectory(path: string, { realName }: World): string {
  let place = path;
  while (place !== '/' && realName !== undefined && realName(place) === undefined)
    place = posix.dirname(place);
  return place;
}

function recipesIn(
  report: RepositoryReport | undefined,
  { directory: place, top: given }: Entry,
  names: readonly string[],
  { home }: World,
): readonly GitRecipe[] {
  if (report?.status !== 'found') return [];
  const { settings, pins, workTree } = report;
  const gitDirectory = posix.resolve(place, pins['GIT_DIR'] ?? '.git');
  const common = posix.resolve(place, pins['GIT_COMMON_DIR'] ?? gitDirectory);
  const top = given ?? workTree ?? gitDirectory;
  const files = [
    `${common}/config`,
    `${gitDirectory}/config.worktree`,
    `${top}/.git/config`,
    '/etc/gitconfig',
    ...(home === undefined ? [] : [`${home}/.gitconfig`, `${home}/.config/git/config`]),
    ...settings.flatMap(({ file }) => file ?? []),
  ];
  const directories = hookDirectories(report, { common, top, home });
  return [
    ...[...new Set(files)].map((path): GitRecipe => ({ path, directory: undefined })),
    ...directories.flatMap((directory) => hooksIn(directory, names, top)),
  ];
}

interface Places {
  readonly common: string;
  readonly top: string;
  readonly home: string | undefined;
}

/** `core.hooksPath` in any of the files that git reads, the last one. */
function hookDirectories(
  { settings }: Repository,
  { common, top, home }: Places,
): readonly (string | undefined)[] {
  const path = settings.findLast(({ key }) => key.toLowerCase() === 'core.hookspath')?.value;
  // Both ways of naming the same, where a symbolic link leads to the repository.
  if (path === undefined) return [...new Set([`${common}/hooks`, `${top}/.git/hooks`])];
  return path === '/dev/null' ? [] : namedDirectories(path, top, home);
}

/** What `core.hooksPath` says. Undefined: a form that isn't followed. */
function namedDirectories(
  path: string,
  top: string,
  home: string | undefined,
): readonly (string | undefined)[] {
  const isOfHome = /^~(?:\/|$)/u.test(path);
  if ((isOfHome && home === undefined) || (!isOfHome && /^(?:~|%\()/u.test(path))) return [undefined];
  const directory = isOfHome ? posix.join(home ?? '', path.slice(1)) : posix.resolve(top, path);
  // A hook of husky runs the one of its name in the directory above.
  return posix.basename(directory) === '_' ? [directory, posix.dirname(directory)] : [directory];
}

/** As many directories above are tried. */
const ABOVE = ['', '..', '../..', '../../..'];

/** In a repository that isn't there yet, in those above, and where the directory isn't known. */
function usualRecipes(
  entries: readonly Entry[],
  names: readonly string[],
  { home, readText }: World,
): readonly GitRecipe[] {
  const tops = entries.flatMap(({ directory }) => ABOVE.map((above) => posix.join(directory, above)));
  return [...new Set(tops)].flatMap((place): readonly GitRecipe[] => {
    const top = place.startsWith('/') ? place : undefined;
    const settings = posix.join(place, '.git/config');
    const text = top === undefined ? undefined : readText?.(settings);
    const elsewhere = [...(text ?? '').matchAll(HOOKS_PATH)].flatMap(([, named = '']) =>
      namedDirectories(named.trim(), place, home),
    );
    const directories: readonly (string | undefined)[] = [posix.join(place, '.git/hooks'), ...elsewhere];
    return [
      { path: settings, directory: undefined },
      ...directories.flatMap((directory) => hooksIn(directory, names, top)),
    ];
  });
}

const HOOKS_PATH = /^[ \t]*(?:\[core\][ \t]*)?hookspath[ \t]*=[ \t]*"?([^"\n;#]+)/gimu;

function hooksIn(
  directory: string | undefined,
  names: readonly string[],
  top: string | undefined,
): readonly GitRecipe[] {
  if (directory === undefined) return [{ path: undefined, directory: undefined }];
  return names.map((name) => ({ path: `${directory}/${name}`, directory: top }));
}
