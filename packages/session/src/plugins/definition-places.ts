import { dirname, join } from 'node:path';
import type { AgentSource, DefinitionPlace } from '@sluice/agent';
import { configDirectories, findRepository, managedDirectories } from '@sluice/settings';
import type { Plugin } from './read-plugin.ts';
import type { LocalPermission } from '../permission/open-permission.ts';

export interface PlacesContext {
  /** Absolute and real. */
  readonly cwd: string;
  readonly permission: Pick<LocalPermission, 'loaded' | 'sources'>;
  /** Directories added to the workspace. */
  readonly added: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: none. */
  readonly plugins?: readonly Plugin[] | undefined;
  /** Where the administrator's files are. Default: the system's places. */
  readonly managed?: readonly string[] | undefined;
}

/** Of each place, Sluice's own directory comes first. */
const FOLDERS = ['.sluice', '.claude'];

/** Directories of the kind `agents` (or `skills`, and so on), the highest precedence first. */
export function definitionPlaces(kind: string, context: PlacesContext): readonly DefinitionPlace[] {
  const { cwd, permission, added, env, plugins = [], managed = managedDirectories() } = context;
  const { loaded, sources } = permission;
  const isRead = (source: 'user' | 'project'): boolean => sources?.includes(source) !== false;
  const inside = (parent: string, source: AgentSource): readonly DefinitionPlace[] =>
    FOLDERS.map((folder) => ({
      directory: join(parent, folder, kind),
      source,
      scope: source === 'project' ? { directory: parent } : ('person' as const),
      isTrusted: (file: string) => source !== 'project' || loaded.trusts(file, parent),
    }));
  const { sluice, claude } = configDirectories({ env, home: loaded.home });
  const own = [sluice, claude].flatMap((directory) =>
    directory === undefined
      ? []
      : [
          {
            directory: join(directory, kind),
            source: 'user' as const,
            scope: 'person' as const,
            isTrusted: () => true,
          },
        ],
  );
  const project = [...directoriesUp(cwd), ...added].flatMap((directory) => inside(directory, 'project'));
  const ownDirectories = new Set(own.map(({ directory }) => directory));
  return [
    ...managed.flatMap((directory) => inside(directory, 'managed')),
    ...(isRead('project') ? project.filter(({ directory }) => !ownDirectories.has(directory)) : []),
    ...(isRead('user') ? own : []),
    ...(kind === 'agents' && isRead('project')
      ? directoriesUp(cwd)
          .filter((directory) => loaded.trusts(join(directory, '.opencode'), directory))
          .flatMap((directory) =>
            ['agent', 'agents'].map((name) => ({
              directory: join(directory, '.opencode', name),
              source: 'project' as const,
              scope: { directory },
              isTrusted: (file: string) => loaded.trusts(file, directory),
              takesFileName: true,
            })),
          )
      : []),
    ...(kind === 'agents' ? ofGemini(context, isRead) : []),
    ...plugins.map(({ name, directory }) => ({
      directory: join(directory, kind),
      source: 'user' as const,
      scope: 'person' as const,
      isTrusted: () => true,
      prefix: name,
    })),
  ];
}

/** Agents of Gemini CLI: those of the project, if it is trusted, before those of the user. */
function ofGemini(
  { cwd, permission: { loaded } }: PlacesContext,
  isRead: (source: 'user' | 'project') => boolean,
): readonly DefinitionPlace[] {
  const folder = (parent: string): string => join(parent, '.gemini');
  const project = directoriesUp(cwd)
    .filter((parent) => parent !== loaded.home && loaded.trusts(folder(parent), parent))
    .map((parent) => ({
      ...{ directory: join(folder(parent), 'agents'), source: 'project' as const, isGemini: true },
      scope: { directory: parent },
      isTrusted: (file: string) => loaded.trusts(file, parent),
    }));
  const { home } = loaded;
  const user = home !== undefined && {
    ...{ directory: join(folder(home), 'agents'), source: 'user' as const, isGemini: true },
    ...{ scope: 'person' as const, isTrusted: () => true },
  };
  return [...(isRead('project') ? project : []), ...(isRead('user') && user !== false ? [user] : [])];
}

/** The working directory and its parents up to the root of the repository, the nearest first. */
function directoriesUp(cwd: string): readonly string[] {
  const root = findRepository(cwd)?.root;
  if (root === undefined) return [cwd];
  const found: string[] = [];
  for (let at = cwd; ; at = dirname(at)) {
    found.push(at);
    if (at === root || at === dirname(at)) return found;
  }
}
