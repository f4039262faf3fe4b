import { sandboxRequest, type SandboxFacts } from './sandbox-request.ts';

interface Confinement {
  /** The command runs only in a sandbox that shuts out what is outside the working directories. */
  readonly isConfined: boolean;
  /** That sandbox hides what rules deny in the working directories, too. */
  readonly hidesDenied: boolean;
}

/** What the sandbox makes sure of, whatever a command does. */
export function confinement(facts: Omit<SandboxFacts, 'outputPath'>): Confinement {
  const { policy } = facts;
  if (policy?.files !== 'kept-apart') return { isConfined: false, hidesDenied: false };
  const { sandbox, needsSandbox } = sandboxRequest({ ...facts, outputPath: '' });
  const isConfined = needsSandbox === true && sandbox !== undefined;
  return {
    isConfined,
    hidesDenied: isConfined && policy.looksForDenied === true && sandbox.kind !== 'read-only',
  };
}
