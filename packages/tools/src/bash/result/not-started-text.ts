import type { CommandEnd } from '@sluice/process';
import type { SandboxPolicy } from '../sandbox/sandbox-policy.ts';

/** Why a command was not run, for the model. */
export function notStartedText(
  { code, message }: Extract<CommandEnd, { readonly status: 'spawn-failed' }>,
  policy: SandboxPolicy | undefined,
): string {
  const said = `The command was not run. ${message}`;
  if (code !== 'sandbox-unavailable' || policy?.allowsUnsandboxed !== true) return said;
  return `${said} To ask for a run outside of the sandbox, make the call again with dangerouslyDisableSandbox.`;
}
