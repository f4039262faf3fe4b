import type { PrintOptions } from '../print/print-options.ts';
import { rehearseSession } from '../print/rehearse-session.ts';
import { commandsUpdate } from './commands-update.ts';
import { previewOf, stateOf } from './session-options.ts';

/**
 * Rehearses what an editor's first session does until the editor has its answer.
 * @param signal aborts when the editor's session is there already
 */
export function rehearse(
  options: PrintOptions,
  version: string,
  signal: AbortSignal,
): Promise<'rehearsed' | 'left'> {
  return rehearseSession({
    ...{ options, version, signal, isInteractive: true },
    async use({ agent }) {
      stateOf(previewOf(agent));
      commandsUpdate((await agent.commands?.list()) ?? []);
    },
  });
}
