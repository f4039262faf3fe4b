import { onTestFinished } from 'vitest';
import { z } from 'zod';
import {
  createLocalRuntime,
  defineTool,
  type LocalRuntime,
  type LocalRuntimeOptions,
} from '../../src/index.ts';
import { scratch } from '../cli/exec/support/scratch.ts';

export { scriptedModel, type Said } from './sdks/scripted-model.ts';

/** A runtime in an empty directory; it ends with the test. */
export async function openRuntime(
  options: Partial<LocalRuntimeOptions> = {},
): Promise<LocalRuntime & { readonly cwd: string }> {
  const cwd = scratch();
  const runtime = await createLocalRuntime({ cwd, ...options });
  onTestFinished(async () => void (await runtime.dispose()));
  return Object.assign(runtime, { cwd });
}

/** A tool that only reads, and whose work is this function. */
export function probe(
  name: string,
  work: (input: { readonly value?: string | undefined }, signal: AbortSignal) => Promise<unknown>,
) {
  return defineTool({
    name,
    description: name,
    inputSchema: z.object({ value: z.string().optional() }),
    isReadOnly: true,
    isConcurrencySafe: true,
    claims: () => [],
    call: async (input, { signal }) => ({ data: await work(input, signal) }),
    toModel: (data) => (Array.isArray(data) ? data : String(data)),
  });
}
