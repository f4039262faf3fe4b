import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { stateDirectory } from '@sluice/agent';

/** The directory of what `sluice mcp serve` keeps from calls: whoever reads its token can call tools with the rules of another session. */
export function mcpServeSecrets(env: Readonly<Record<string, string | undefined>>): string {
  const state = stateDirectory(env);
  try {
    return join(realpathSync(state), 'mcp-serve');
  } catch {
    return join(state, 'mcp-serve');
  }
}
