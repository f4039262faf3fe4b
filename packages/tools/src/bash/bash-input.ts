import { z } from 'zod';
import type { BashLimits } from './bash-limits.ts';

export function createBashInput(limits: BashLimits) {
  return z.strictObject({
    command: z
      .string()
      .min(1)
      .describe('Shell text for bash: one command, or several joined with &&, ||, ;, pipes or newlines.'),
    timeout: z
      .number()
      .positive()
      .optional()
      .describe(
        `Milliseconds after which the command is stopped. Default ${limits.defaultTimeoutMs}, at most ${limits.maxTimeoutMs}; more is lowered to that.`,
      ),
    description: z
      .string()
      .optional()
      .describe('What the command does, in one short active phrase; the person sees it beside the command.'),
    run_in_background: z
      .boolean()
      .optional()
      .describe('Not available yet: leave it out, or the call is refused. Commands run in the foreground.'),
    dangerouslyDisableSandbox: z
      .boolean()
      .optional()
      .describe(
        'Asks to run outside a sandbox. Commands are not sandboxed at present, so it changes nothing.',
      ),
  });
}

export type BashInput = z.infer<ReturnType<typeof createBashInput>>;
