import { readLanguageServers } from '@sluice/session';
import type { LoadedSettings } from '@sluice/settings';
import { searchBacking } from './search-backing.ts';

interface Place {
  /** Absolute and real. */
  readonly cwd: string;
  readonly loaded: LoadedSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Built-in tools that a session in this place doesn't have by its settings, each with why: sentences. Plugins are left out of account. */
export function missingTools({ cwd, loaded, env }: Place): ReadonlyMap<string, string> {
  const missing = new Map<string, string>();
  const { problem } = searchBacking(loaded, env);
  if (problem !== undefined) missing.set('WebSearch', problem);
  const { configs } = readLanguageServers({ cwd, loaded, plugins: [], env });
  if (configs.length === 0) missing.set('LSP', 'No language server is set up. To add one, write .lsp.json.');
  return missing;
}
