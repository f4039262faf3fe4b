import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { z } from 'zod';

/** An agent that can be measured: it reads ANTHROPIC_BASE_URL and ends when the model has no more calls. */
export interface AgentProgram {
  readonly name: string;
  command(prompt: string): readonly string[];
}

const PROGRAM = fileURLToPath(new URL('../../../packages/sluice/bin/sluice.js', import.meta.url));
const FLOOR = fileURLToPath(new URL('agent-floor.ts', import.meta.url));

/**
 * The built program; or another one, which SLUICE_BENCH_AGENT gives as a JSON list of its command line in which
 * `{prompt}` stands for the prompt, so that others are measured on the same work.
 */
export function measuredProgram(): AgentProgram {
  const other = process.env['SLUICE_BENCH_AGENT'];
  if (other !== undefined) {
    const words = z.array(z.string()).min(1).parse(JSON.parse(other));
    return {
      name: words[0] ?? '',
      command: (prompt) => words.map((word) => word.replaceAll('{prompt}', () => prompt)),
    };
  }
  return {
    name: 'sluice',
    command: (prompt) => [
      ...[process.execPath, PROGRAM, '-p', prompt, '--model', 'anthropic/test'],
      ...['--output-format', 'stream-json', '--verbose', '--dangerously-skip-permissions'],
    ],
  };
}

/** The smallest agent that does the work, built like ours, so that Node need not strip its types at each start. */
export async function floorProgram(directory: string): Promise<AgentProgram> {
  const file = join(directory, 'floor.mjs');
  const bundle = await rolldown({ input: FLOOR, platform: 'node' });
  await bundle.write({ file });
  await bundle.close();
  return { name: 'the floor', command: (prompt) => [process.execPath, file, prompt] };
}
