import { commandLine, type BackgroundTask } from '@sluice/tools';
import type { Stop } from '../stop/stop.ts';
import { sayAs } from '../say.ts';
import type { PrintOutput } from './output/print-output.ts';
import { refusedResult } from './output/refused-result.ts';
import type { PrintOptions } from './print-options.ts';

export const say = sayAs('sluice');

/** Reports a sentence to the user: as a message if the format has messages, otherwise as a line besides the answer. */
export function notifyUser(options: PrintOptions, output: PrintOutput | undefined, content: string): void {
  void output?.write(warning(content));
  if (!hasMessages(options)) say(content);
}

export function hasMessages({ outputFormat, isVerbose }: PrintOptions): boolean {
  return outputFormat !== 'text' && (outputFormat !== 'json' || isVerbose);
}

export function warning(content: string): object {
  return { type: 'system', subtype: 'informational', level: 'warning', content };
}

export async function reportRefusal({ cause }: Stop, output: PrintOutput): Promise<void> {
  if (cause?.kind === 'client-refused') await output.write(refusedResult(cause.message));
}

/** In formats with messages, a message reports each of them. */
export function reportEnded(options: PrintOptions, tasks: readonly BackgroundTask[]): void {
  if (tasks.length === 0 || hasMessages(options)) return;
  const names = tasks.map((task) => `${task.id} (${commandLine(task)})`);
  say(`background tasks that were still running were stopped: ${names.join(', ')}`);
}
