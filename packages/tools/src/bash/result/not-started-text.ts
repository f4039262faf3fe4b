import type { CommandEnd } from '@sluice/process';
import type { SandboxPolicy } from '../sandbox/sandbox-policy.ts';

/** Tells the model why a command was not run. */
export function notStartedText(
  { code, message }: Extract<CommandEnd, { readonly status: 'spawn-failed' }>,
  policy: SandboxPolicy | undefined,
): string {
  const said = `The command was not run. ${message}`;
  if (code !== 'sandbox-unavailable' || policy?.allowsUnsandboxed !== true) return said;
  return `${said} To request a run outside the sandbox, make the call again with dangerouslyDisableSandbox.`;
}
