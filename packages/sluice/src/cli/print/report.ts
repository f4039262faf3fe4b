import type { AgentResult } from '@sluice/agent';
import { commandLine, type BackgroundTask } from '@sluice/tools';
import { SIGNAL_STATUS, type Stop } from '../exec/stop/stop.ts';
import { outputFailureText } from '../output-failure.ts';
import { sayAs } from '../say.ts';
import type { PrintOutput } from './output/print-output.ts';
import { refusedResult } from './output/refused-result.ts';
import { isFailure } from './output/result-message.ts';
import type { PrintOptions } from './print-options.ts';

export const say = sayAs('sluice');

export const FAILED = 1;

/** Reports a sentence to the user: as a message if the format has messages, otherwise as a line besides the answer. */
export function notifyUser(
  { outputFormat, isVerbose }: PrintOptions,
  output: PrintOutput | undefined,
  content: string,
): void {
  void output?.write(warning(content));
  if (outputFormat === 'text' || (outputFormat === 'json' && !isVerbose)) say(content);
}

export function warning(content: string): object {
  return { type: 'system', subtype: 'informational', level: 'warning', content };
}

export async function reportRefusal({ cause }: Stop, output: PrintOutput): Promise<void> {
  if (cause?.kind === 'client-refused') await output.write(refusedResult(cause.message));
}

/** In the other formats, a message reports each of them. */
export function reportEnded(tasks: readonly BackgroundTask[]): void {
  if (tasks.length === 0) return;
  const names = tasks.map((task) => `${task.id} (${commandLine(task)})`);
  say(`background tasks that were still running were stopped: ${names.join(', ')}`);
}

/** The exit code. Says what has failed that is in no message. */
export function exitStatus({ cause }: Stop, result: AgentResult | undefined): number {
  switch (cause?.kind) {
    case undefined:
    case 'hook':
    case 'declined':
    case 'client-left':
      return result !== undefined && isFailure(result) ? FAILED : 0;
    case 'signal':
      return SIGNAL_STATUS[cause.signal];
    case 'client-refused':
      say(cause.message);
      return FAILED;
    case 'output-failed':
      say(outputFailureText(cause.error));
      return FAILED;
    default:
      return cause satisfies never;
  }
}
