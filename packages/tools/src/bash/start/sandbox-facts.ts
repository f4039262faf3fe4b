import type { CheckContext } from '@sluice/core';
import type { BashInput } from '../bash-input.ts';
import type { BashContext } from '../bash-context.ts';
import type { SandboxFacts } from '../sandbox/sandbox-request.ts';
import type { SandboxPolicy } from '../sandbox/sandbox-policy.ts';
import { workspaceOf } from './workspace-of.ts';

/** What decides where a call's command runs. */
export function sandboxFacts(
  input: BashInput,
  context: CheckContext,
  { sandbox, analyzer, env }: Pick<BashContext, 'sandbox' | 'analyzer' | 'env'>,
): Omit<SandboxFacts, 'outputPath'> {
  return {
    policy: isolated(sandbox?.(), context),
    analysis: analyzer.analyze(input, context.cwd),
    asksForNone: input.dangerouslyDisableSandbox === true,
    workspace: workspaceOf(context),
    home: env['HOME'],
  };
}

/** What git writes for the checkout of an isolated agent lies outside of it. */
function isolated(
  policy: SandboxPolicy | undefined,
  { permission: { isolation } }: Pick<CheckContext, 'permission'>,
): SandboxPolicy | undefined {
  return policy === undefined || isolation === undefined
    ? policy
    : { ...policy, worktree: isolation.repository };
}
