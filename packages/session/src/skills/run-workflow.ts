import { randomUUID } from 'node:crypto';
import { commandWords, contentText, type ArgumentValues } from '@sluice/agent';
import type { Runtime } from '@sluice/core';

/**
 * Starts a saved workflow that the user typed, as a call of the Workflow tool, which is asked about like any other. Returns what the main
 * agent is notified of it. Never rejects.
 * @param args JSON, or else a text
 * @param values its variables; objects stay objects
 */
export async function runWorkflow(
  name: string,
  args: string,
  runtime: Pick<Runtime, 'openMessage'>,
  signal: AbortSignal,
  values?: ArgumentValues,
): Promise<string> {
  const message = runtime.openMessage({ id: `command-${randomUUID()}`, signal });
  const input = args === '' ? { name } : { name, args: valueOf(args, values) };
  message.add({ id: `command_${randomUUID()}`, name: 'Workflow', input });
  const { results } = await message.end();
  const [result] = results;
  const said = contentText(result?.content);
  return result?.is_error === false
    ? `The user started a workflow. Don't start it again. ${said}`
    : `The user started a workflow, but it did not run. ${said}`;
}

/** With variables, the words: one alone stands for itself. */
function valueOf(args: string, values: ArgumentValues | undefined): unknown {
  if (values !== undefined) {
    const words = commandWords(args, values);
    return words.length === 1 ? words[0] : words;
  }
  try {
    return JSON.parse(args);
  } catch {
    return args;
  }
}
