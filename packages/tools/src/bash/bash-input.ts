import { z } from 'zod';
import type { BashLimits } from './settings/bash-limits.ts';

export function createBashInput(limits: BashLimits, hasBackground: boolean) {
  const inBackground = hasBackground
    ? ` With run_in_background: default ${limits.defaultBackgroundMs}, at most ${limits.maxBackgroundMs}.`
    : '';
  return z.strictObject({
    command: z.string().min(1).describe('The bash command to run.'),
    timeout: z
      .number()
      .positive()
      .optional()
      .describe(
        `Timeout in milliseconds. Default ${limits.defaultTimeoutMs}, at most ${limits.maxTimeoutMs}.${inBackground}`,
      ),
    description: z
      .string()
      .optional()
      .describe('What the command does, in a few words, such as "Run the unit tests". Shown to the user.'),
    run_in_background: z
      .boolean()
      .optional()
      .describe(
        hasBackground
          ? 'Run in the background: the result gives the task id and the output file.'
          : 'Not available here; leave it out.',
      ),
    dangerouslyDisableSandbox: z
      .boolean()
      .optional()
      .describe(
        'Request to run outside the sandbox. Use only after the sandbox has blocked the command; it then needs the usual permission, and settings may forbid it.',
      ),
  });
}

export type BashInput = z.infer<ReturnType<typeof createBashInput>>;
