import { randomUUID } from 'node:crypto';
import { contentText, type ForkCall } from '@sluice/agent';
import type { Runtime } from '@sluice/core';

/**
 * Has an agent carry out a skill that the user typed, as a separate message. Returns what the main agent learns about it. Never
 * rejects.
 */
export async function runFork(
  { name, input }: ForkCall,
  runtime: Pick<Runtime, 'openMessage'>,
  signal: AbortSignal,
): Promise<string> {
  const message = runtime.openMessage({ id: `command-${randomUUID()}`, signal });
  message.add({ id: `command_${randomUUID()}`, name, input });
  const { results } = await message.end();
  const [result] = results;
  const report = contentText(result?.content);
  if (result?.is_error !== false) return `The agent for ${input.description} did not succeed: ${report}`;
  if (input.run_in_background === true) return report;
  return `An agent has done ${input.description}. Tell the user the outcome; don't do the work again. Its report:\n\n${report}`;
}
