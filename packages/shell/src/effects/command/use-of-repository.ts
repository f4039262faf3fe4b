import type { RepositoryUse } from '../../tables/classification.ts';
import type { GitSetting } from '../../tables/repository.ts';
import {
  filesOfSettings,
  mayWrite,
  settingsRefusal,
} from '../../tables/read-only/git/repository-settings.ts';
import type { FileEffect } from '../analysis.ts';
import { resolvePath } from '../path/path-effects.ts';
import { repositoryAt } from '../state/repository-at.ts';
import type { State } from '../state/state.ts';
import type { Shell } from '../state/walk.ts';

/** What a git command does through the repository around it. */
export interface RepositoryEffects {
  /** Why it may do more than read; undefined: it only reads. */
  readonly why: string | undefined;
  readonly files: readonly FileEffect[];
  /** Variables that keep git to the repository that was looked at. */
  readonly pins: Readonly<Record<string, string>>;
  readonly isAbsent: boolean;
  /** It may have to write, for what the person has set. */
  readonly mayWrite: boolean;
}

/**
 * What git reads in its repository besides what the command names, and whether it does no more than that. In another directory
 * than the line began in it must be the same repository.
 */
export function useOfRepository(use: RepositoryUse, shell: Shell, state: State): RepositoryEffects {
  const { walk } = shell;
  const { cwd } = walk.context;
  const places = cwd === undefined ? [] : (state.places ?? []);
  const isMoved = places.some((place) => place !== cwd);
  const pins = places.map((place) => pinsIn(shell, place));
  if (places.length === 0 || (isMoved && !areSame([pinsIn(shell, cwd), ...pins])))
    return { ...NOTHING, why: 'the repository of another directory may have hooks and settings of its own' };
  const effects = places.map((directory) => useIn(directory, use, shell));
  walk.isGitMoved ||= isMoved && use.isUnpinned !== true;
  const [first] = effects;
  return {
    why: effects.find(({ why }) => why !== undefined)?.why,
    files: effects.flatMap(({ files }) => files),
    // As git names them where all of the line runs where it began, so that answers are the same.
    pins: walk.isGitMoved ? (pins[0] ?? {}) : (first?.pins ?? {}),
    isAbsent: effects.some(({ isAbsent }) => isAbsent),
    mayWrite: effects.some((one) => one.mayWrite),
  };
}

/** The variables that keep git to the repository around a directory, wherever it runs; undefined: there is none. */
function pinsIn(shell: Shell, directory: string | undefined): Readonly<Record<string, string>> | undefined {
  const report = repositoryAt(shell, directory);
  if (report.status !== 'found') return undefined;
  const gitDirectory = report.pins['GIT_DIR'];
  if (gitDirectory === undefined) return report.pins;
  return { ...report.pins, GIT_DIR: resolvePath(gitDirectory, directory) ?? gitDirectory };
}

function areSame([first, ...others]: readonly (Readonly<Record<string, string>> | undefined)[]): boolean {
  if (first === undefined) return false;
  const names = Object.keys(first);
  return others.every(
    (one) =>
      one !== undefined &&
      Object.keys(one).length === names.length &&
      names.every((name) => one[name] === first[name]),
  );
}

function useIn(directory: string, use: RepositoryUse, shell: Shell): RepositoryEffects {
  const { runsFilters, followsIndex, withoutRepository = [], tells } = use;
  const { context } = shell.walk;
  const report = repositoryAt(shell, directory);
  if (report.status === 'unknown') return { ...NOTHING, why: report.why };
  const refusal = settingsRefusal(report.settings, use);
  const shown = report.settings.filter((setting) => !setting.isOfRepository && tells(setting));
  const files = new Set(shown.flatMap(({ file }) => (file === undefined ? [] : [file])));
  if (report.status === 'none') {
    return {
      why: refusal,
      files: [...files, ...withoutRepository.map((name) => `${directory}/${name}`)].map((path) =>
        reading(path),
      ),
      pins: report.pins,
      isAbsent: true,
      mayWrite: false,
    };
  }
  const { workTree, places, ownPlaces, settings, pins } = report;
  for (const place of places) files.add(place);
  const links = report.links();
  const strays = followsIndex ? report.strays() : [];
  for (const path of [...(links ?? []), ...(strays ?? [])]) files.add(path);
  const named = namedFiles(settings, workTree ?? directory, context.home);
  return {
    why: refusal ?? unknownPart(links, strays),
    files: [
      ...(workTree === undefined ? [] : [{ ...reading(workTree), access: 'list' as const }]),
      ...[...files].map((path) => reading(path)),
      ...ownPlaces.map((path) => ({ ...reading(path), isGranted: true })),
      ...named,
    ],
    pins,
    isAbsent: false,
    mayWrite: mayWrite(settings, runsFilters),
  };
}

function unknownPart(
  links: readonly string[] | undefined,
  strays: readonly string[] | undefined,
): string | undefined {
  if (links === undefined)
    return 'the git directory holds too many files to look for symbolic links among them; `git gc` packs them';
  return strays === undefined ? 'the index of the repository can not be listed' : undefined;
}

const NOTHING = { files: [], pins: {}, isAbsent: false, mayWrite: false } as const;

function reading(path: string): FileEffect {
  return { access: 'read', path, isTree: false, written: path };
}

/** Files that settings of the repository name; git takes a relative one from the top of the work tree. */
function namedFiles(
  settings: readonly GitSetting[],
  base: string,
  home: string | undefined,
): readonly FileEffect[] {
  return filesOfSettings(settings).map((written) => {
    const path = written.startsWith('~/') && home !== undefined ? `${home}${written.slice(1)}` : written;
    const isUnknown = /^(?:~|%|:)/u.test(path);
    return { access: 'read', path: isUnknown ? undefined : resolvePath(path, base), isTree: false, written };
  });
}
