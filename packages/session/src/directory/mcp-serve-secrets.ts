import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { stateDirectory } from '@sluice/agent';

/**
 * The directory for secrets of `sluice mcp serve`, hidden from calls: anyone who reads its token can call
 * tools under another session's rules.
 */
export function mcpServeSecrets(env: Readonly<Record<string, string | undefined>>): string {
  const state = stateDirectory(env);
  try {
    return join(realpathSync(state), 'mcp-serve');
  } catch {
    return join(state, 'mcp-serve');
  }
}
