import { dirname } from 'node:path';
import { findRepository, type CommandSecrets } from '@sluice/settings';
import type { ProcessSession } from '@sluice/process';
import { LanguageServers } from '@sluice/tools';
import { readLanguageServers, type LanguageServerPlaces } from '../lsp/read-language-servers.ts';
import { ignoredPaths } from '../worktree/git/ignored-paths.ts';

interface OpenLanguageServersOptions extends LanguageServerPlaces {
  readonly processes: Pick<ProcessSession, 'start'>;
  readonly secrets: CommandSecrets;
}

/** The language servers that are set up, none of them running yet. Undefined: there are none. */
export function openLanguageServers(options: OpenLanguageServersOptions): {
  readonly servers: LanguageServers | undefined;
  readonly notices: readonly string[];
} {
  const { processes, env, cwd, secrets } = options;
  const { configs, notices } = readLanguageServers(options);
  if (configs.length === 0) return { servers: undefined, notices };
  const hidden = new Set([...secrets.hiddenVariables, ...secrets.maskedVariables.keys()]);
  const servers = new LanguageServers({
    ...{ configs, processes },
    env: Object.fromEntries(Object.entries(env).filter(([name]) => !hidden.has(name))),
    rootOf: (path) =>
      findRepository(dirname(path))?.root ?? (path.startsWith(`${cwd}/`) ? cwd : dirname(path)),
    ignored: ignoredPaths,
  });
  return { servers, notices };
}
