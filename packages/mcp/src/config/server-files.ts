import { dirname, join, resolve } from 'node:path';
import {
  claudeStateFile,
  configDirectories,
  findRepository,
  managedDirectories,
  type SettingsPlace,
} from '@sluice/settings';
import { approvalsFile } from './approvals.ts';
import type { McpScope } from '../server-status.ts';

/** Where servers are looked for. */
export interface ServerFilesOptions extends SettingsPlace {
  /** The directory that trust is about; see `LoadedSettings.trustRoot`. */
  readonly trustRoot: string;
  /** Paths or JSON texts, as given to `--mcp-config`; the later goes above the earlier. */
  readonly flags: readonly string[];
  /** Servers that plugins bring, which come last: the text that counts, and the file that it is from. Default: none. */
  readonly plugins?: readonly PluginServers[] | undefined;
  /** Servers that an agent file of the project configures: they need an approval, like those of `.mcp.json`. Default: none. */
  readonly agentFile?: AgentFileServers | undefined;
  /** Only `flags`, `plugins`, `agentFile` and the policy count. */
  readonly isStrict: boolean;
  /** Which of the files in fixed places are read. Default: all. */
  readonly sources: readonly ('user' | 'project' | 'local')[] | undefined;
}

/** The servers of one plugin. */
export interface PluginServers {
  /** The name of the plugin. Default: its tools have no names with it. */
  readonly plugin?: string | undefined;
  /** Absolute. */
  readonly path: string;
  /** JSON: `{ mcpServers }`. */
  readonly text: string;
}

/** The servers of one agent file. */
export interface AgentFileServers {
  /** Absolute. */
  readonly path: string;
  /** JSON: `{ mcpServers }`. */
  readonly text: string;
}

/** A file, or a text, with servers in it. */
export interface ServerFile {
  readonly scope: McpScope;
  /** Absolute; undefined for JSON given on the command line. */
  readonly path: string | undefined;
  readonly text?: string;
  /** The plugin that it is of. */
  readonly plugin?: string | undefined;
  /** It is an agent file. Default: false. */
  readonly isAgentFile?: boolean;
  /** The entries are under `projects[<one of these>]`. Default: at the top. */
  readonly projects?: readonly string[];
}

/** The file with the user's own servers, including those for single projects. */
export function userServersFile(place: Pick<SettingsPlace, 'env' | 'home'>): string | undefined {
  const { sluice } = configDirectories(place);
  return sluice === undefined ? undefined : join(sluice, 'mcp.json');
}

/** Files in which a policy names the only servers. */
export function managedServerFiles(place: Pick<SettingsPlace, 'managedDirectories'>): readonly ServerFile[] {
  const directories = place.managedDirectories ?? managedDirectories();
  return directories.map((directory) => ({ scope: 'managed', path: join(directory, 'managed-mcp.json') }));
}

/** All places, highest precedence first. */
export function serverFiles(options: ServerFilesOptions): readonly ServerFile[] {
  const { cwd, flags, plugins = [], agentFile, isStrict, sources, trustRoot } = options;
  const given = flags.map((flag): ServerFile =>
    flag.trimStart().startsWith('{')
      ? { scope: 'flag', path: undefined, text: flag }
      : { scope: 'flag', path: resolve(cwd, flag) },
  );
  const isRead = (source: 'user' | 'project' | 'local'): boolean =>
    !isStrict && (sources === undefined || sources.includes(source));
  const user = [userServersFile(options), claudeStateFile(options)].filter((path) => path !== undefined);
  const root = findRepository(cwd)?.root ?? cwd;
  const roots = [...new Set([cwd, root, trustRoot])];
  return [
    ...given.toReversed(),
    ...(agentFile === undefined ? [] : [{ ...agentFile, scope: 'project', isAgentFile: true } as const]),
    ...(isRead('local') ? user.map((path): ServerFile => ({ scope: 'local', path, projects: roots })) : []),
    ...(isRead('project') ? projectFiles(cwd, root) : []),
    ...(isRead('user') ? user.map((path): ServerFile => ({ scope: 'user', path })) : []),
    ...plugins.map((plugin): ServerFile => ({ scope: 'plugin', ...plugin })),
  ];
}

function projectFiles(cwd: string, root: string): readonly ServerFile[] {
  const directories = [...new Set([cwd, root])];
  return directories.map((directory) => ({ scope: 'project', path: join(directory, '.mcp.json') }));
}

/** The project's file that `sluice mcp add --scope project` writes. */
export function projectServersFile(cwd: string): string {
  return join(findRepository(cwd)?.root ?? dirname(join(cwd, '.mcp.json')), '.mcp.json');
}

/** Absolute paths of the files in which a person or a project adds servers, and approves them. */
export function watchedServerFiles(options: ServerFilesOptions): readonly string[] {
  const { cwd, isStrict, sources } = options;
  if (isStrict) return [];
  const root = findRepository(cwd)?.root ?? cwd;
  const project =
    sources?.includes('project') === false ? [] : projectFiles(cwd, root).map(({ path }) => path);
  return [...project, userServersFile(options), approvalsFile(options)].filter((path) => path !== undefined);
}
