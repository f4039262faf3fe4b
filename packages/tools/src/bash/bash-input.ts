import { z } from 'zod';
import type { BashLimits } from './bash-limits.ts';

export function createBashInput(limits: BashLimits, hasBackground: boolean) {
  const inBackground = hasBackground
    ? ` With run_in_background: default ${limits.defaultBackgroundMs}, at most ${limits.maxBackgroundMs}.`
    : '';
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
        `Milliseconds that the command is waited for. Default ${limits.defaultTimeoutMs}, at most ${limits.maxTimeoutMs}; more is lowered to that.${inBackground}`,
      ),
    description: z
      .string()
      .optional()
      .describe('What the command does, in one short active phrase; the person sees it beside the command.'),
    run_in_background: z
      .boolean()
      .optional()
      .describe(
        hasBackground
          ? 'Starts the command and does not wait for it: the result names its task and the file that its output goes to.'
          : 'Not available here: leave it out, or the call is refused. Commands run in the foreground.',
      ),
    dangerouslyDisableSandbox: z
      .boolean()
      .optional()
      .describe(
        'Asks to run outside the sandbox, where the settings have turned one on. Only for a command that the sandbox has refused something; it goes through the usual permission, and the settings may forbid it.',
      ),
  });
}

export type BashInput = z.infer<ReturnType<typeof createBashInput>>;
