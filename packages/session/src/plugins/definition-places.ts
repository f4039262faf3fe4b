import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { peerPlaces, type AgentSource, type DefinitionPlace } from '@sluice/agent';
import type { PermissionState } from '@sluice/core';
import { configDirectories, findRepository, managedDirectories } from '@sluice/settings';
import type { Plugin } from './read-plugin.ts';
import type { LocalPermission } from '../permission/open-permission.ts';

export interface PlacesContext {
  /** Absolute and real. */
  readonly cwd: string;
  readonly permission: Pick<LocalPermission, 'loaded' | 'sources' | 'state'>;
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
  const { cwd, permission, env, plugins = [], managed = managedDirectories() } = context;
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
  const up = directoriesUp(cwd);
  const project = [...up, ...addedDirectories(permission.state, cwd)].flatMap((directory) =>
    inside(directory, 'project'),
  );
  const ownDirectories = new Set(own.map(({ directory }) => directory));
  return [
    ...managed.flatMap((directory) => inside(directory, 'managed')),
    ...(isRead('project') ? project.filter(({ directory }) => !ownDirectories.has(directory)) : []),
    ...(isRead('user') ? own : []),
    ...(kind === 'agents' ? ofPeers(up, loaded, isRead) : []),
    ...plugins.map(({ name, directory, directories }) => ({
      directory: join(directory, kind),
      source: 'user' as const,
      scope: 'person' as const,
      isTrusted: () => true,
      prefix: name,
      plugin: directories,
    })),
  ];
}

/** Directories that belong to the workspace now besides the one in which the session began. Absolute. */
export function addedDirectories(state: Pick<PermissionState, 'current'>, cwd: string): readonly string[] {
  const added = state.current().directories.filter(({ path, source }) => path !== cwd && source !== 'agent');
  return [...new Set(added.map(({ path }) => path))];
}

/** Agents of other programs: those of a trusted project, then those of the user. */
function ofPeers(
  up: readonly string[],
  loaded: LocalPermission['loaded'],
  isRead: (source: 'user' | 'project') => boolean,
): readonly DefinitionPlace[] {
  const { home } = loaded;
  const rows = peerPlaces('agents');
  const inProject = up.flatMap((parent): readonly DefinitionPlace[] =>
    rows.flatMap(({ program, project, isToml = false }) =>
      // Trust is asked only of what is there: it follows links, and this is read again before each request.
      project === undefined ||
      parent === home ||
      !existsSync(join(parent, project)) ||
      !loaded.trusts(join(parent, project), parent)
        ? []
        : {
            ...{ directory: join(parent, project), source: 'project', program, isToml, takesFileName: true },
            scope: { directory: parent },
            isTrusted: (file: string) => loaded.trusts(file, parent),
          },
    ),
  );
  const ofUser = rows.flatMap(({ program, user, isToml = false }): readonly DefinitionPlace[] =>
    user === undefined || home === undefined
      ? []
      : [
          {
            ...{ directory: join(home, user), source: 'user', program, isToml, takesFileName: true },
            ...{ scope: 'person', isTrusted: () => true },
          },
        ],
  );
  return [...(isRead('project') ? inProject : []), ...(isRead('user') ? ofUser : [])];
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
