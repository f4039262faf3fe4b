import { presentItems } from '@sluice/base';
import { z } from 'zod';
import { lazySchema } from '../schema/lazy-schema.ts';
import type { BashData } from './bash-data.ts';

/** What a hook may replace an output with: the fields it received, two of which determine what is shown. */
export const bashOutputSchema = lazySchema(() =>
  z
    .object({
      stdout: z.string(),
      stderr: z.string(),
      interrupted: z.boolean(),
      noOutputExpected: z.boolean().optional(),
      returnCodeInterpretation: z.string().optional(),
      backgroundTaskId: z.string().optional(),
      persistedOutputPath: z.string().optional(),
      sandbox: z.enum(['enforced', 'not-applicable', 'unavailable']).optional(),
    })
    .transform(asData),
);

interface Replacement {
  readonly stdout: string;
  readonly stderr: string;
  readonly interrupted: boolean;
  readonly noOutputExpected?: boolean | undefined;
  readonly returnCodeInterpretation?: string | undefined;
  readonly backgroundTaskId?: string | undefined;
  readonly persistedOutputPath?: string | undefined;
  readonly sandbox?: BashData['sandbox'] | undefined;
}

/** The hook's output is the whole output: the old file is dropped, unless it belongs to a task that is still running. */
function asData(given: Replacement): BashData {
  const { stdout, stderr, backgroundTaskId: task, persistedOutputPath: path, sandbox } = given;
  const where = path === undefined ? '' : ` Its output goes to ${path}.`;
  return {
    end: given.interrupted ? { status: 'cancelled' } : { status: 'exited', code: 0 },
    output: { kind: 'inline', text: [stdout, stderr].filter((text) => text !== '').join('\n') },
    noOutputExpected: given.noOutputExpected ?? false,
    stopped: [],
    remaining: [],
    notes: presentItems([
      given.returnCodeInterpretation,
      task === undefined ? undefined : `The command continues in the background as task ${task}.${where}`,
    ]),
    sandbox,
  };
}
