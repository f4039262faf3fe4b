import type { CheckContext } from '@sluice/core';
import type { BashInput } from '../bash-input.ts';
import type { BashContext } from '../bash-context.ts';
import type { SandboxFacts } from '../sandbox/sandbox-request.ts';
import { workspaceOf } from './workspace-of.ts';

/** What decides where a call's command runs. */
export function sandboxFacts(
  input: BashInput,
  context: CheckContext,
  { sandbox, analyser, env }: Pick<BashContext, 'sandbox' | 'analyser' | 'env'>,
): Omit<SandboxFacts, 'outputPath'> {
  return {
    policy: sandbox?.(),
    analysis: analyser.analyse(input, context.cwd),
    asksForNone: input.dangerouslyDisableSandbox === true,
    workspace: workspaceOf(context),
    home: env['HOME'],
  };
}
