import { openPrintAgent } from '../print/open-print-agent.ts';
import type { PrintOptions } from '../print/print-options.ts';
import { commandsUpdate } from './commands-update.ts';
import { configOptionsOf, modesOf } from './session-options.ts';

/**
 * Opens a session that keeps nothing and starts nothing, and closes it. What runs for the second time takes half the time of the first, and
 * the editor's own session is the second then.
 * @param signal aborts when the editor's session is there already
 * @returns whether it came to its end: options can be wrong, and the editor can be faster
 */
export async function rehearse(
  options: PrintOptions,
  version: string,
  signal: AbortSignal,
): Promise<'rehearsed' | 'left'> {
  const found = await openPrintAgent({
    options: { ...options, session: { kind: 'none', id: undefined }, setup: undefined },
    cwd: process.cwd(),
    env: process.env,
    signal,
    asker: undefined,
    // The editor's session says it.
    warn: () => {},
    onProcesses: () => {},
    version,
    isInteractive: true,
    isRehearsal: true,
  });
  if (!found.ok) return 'left';
  const { agent, parts } = found.opened;
  modesOf(agent);
  configOptionsOf(agent);
  commandsUpdate((await agent.commands?.list()) ?? []);
  agent.provider.close();
  await parts.dispose();
  return 'rehearsed';
}
