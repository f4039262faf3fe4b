import { setImmediate } from 'node:timers/promises';
import { openPrintAgent, type PrintAgent } from './open-print-agent.ts';
import type { PrintOptions } from './print-options.ts';

interface Rehearsal {
  readonly options: PrintOptions;
  readonly version: string;
  readonly isInteractive: boolean;
  /** Aborts when there is a session already. */
  readonly signal: AbortSignal;
  /** Does with the session what is done first with a real one. Default: nothing. */
  readonly use?: (opened: PrintAgent) => Promise<void>;
}

/**
 * Opens a session that keeps nothing and starts nothing, and closes it. What runs for the second time takes half the time of the first, and
 * the real session is the second then. Between its steps, the program hears what comes: the real session never waits for more than a step.
 * @returns whether it came to its end: options can be wrong, and the real session can be faster
 */
export async function rehearseSession(rehearsal: Rehearsal): Promise<'rehearsed' | 'left'> {
  try {
    return await rehearseOnce(rehearsal);
  } catch (error) {
    if (rehearsal.signal.aborted) return 'left';
    throw error;
  }
}

async function rehearseOnce(rehearsal: Rehearsal): Promise<'rehearsed' | 'left'> {
  const { options, version, isInteractive, signal, use } = rehearsal;
  const betweenSteps = async (): Promise<void> => {
    await setImmediate();
    signal.throwIfAborted();
  };
  const found = await openPrintAgent({
    options: { ...options, session: { kind: 'none', id: undefined }, setup: undefined },
    cwd: process.cwd(),
    env: process.env,
    signal,
    asker: undefined,
    // The real session says it.
    warn: () => {},
    onProcesses: () => {},
    version,
    isInteractive,
    isRehearsal: true,
    betweenSteps,
  });
  if (!found.ok) return 'left';
  const { agent, parts } = found.opened;
  await use?.(found.opened);
  agent.provider.close();
  await parts.dispose();
  return 'rehearsed';
}
