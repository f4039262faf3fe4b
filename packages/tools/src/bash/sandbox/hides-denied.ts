import { sandboxRequest, type SandboxFacts } from './sandbox-request.ts';

/** Whether a command runs only in a sandbox that hides what rules deny in the working directories. */
export function hidesDenied(facts: Omit<SandboxFacts, 'outputPath'>): boolean {
  const { policy } = facts;
  if (policy?.looksForDenied !== true || policy.files !== 'kept-apart') return false;
  const { sandbox, needsSandbox } = sandboxRequest({ ...facts, outputPath: '' });
  return needsSandbox === true && sandbox !== undefined && sandbox.kind !== 'read-only';
}
