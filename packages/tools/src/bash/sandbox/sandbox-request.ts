import { dirname } from 'node:path';
import type { CommandRequest } from '@sluice/process';
import type { CommandAnalysis } from '@sluice/shell';
import { excludedCommands } from './excluded-commands.ts';
import { profileFor } from './profile-for.ts';
import type { SandboxPolicy } from './sandbox-policy.ts';

export interface SandboxFacts {
  readonly policy: SandboxPolicy | undefined;
  readonly analysis: CommandAnalysis;
  /** The call has asked to run outside. */
  readonly asksForNone: boolean;
  /** Real paths of the working directories. */
  readonly workspace: readonly string[];
  readonly home: string | undefined;
  /** The file that takes the output: what lies beside it are results, which commands don't write. */
  readonly outputPath: string;
}

/**
 * What a command is run with, so that it runs where the settings want it; nothing where that is plainly. What may have been
 * allowed for the sandbox's sake never runs without it.
 */
export function sandboxRequest(facts: SandboxFacts): Pick<CommandRequest, 'sandbox' | 'needsSandbox'> {
  const { policy, outputPath } = facts;
  if (policy?.isEnabled !== true) return {};
  const sandbox = profileFor({
    ...facts,
    policy,
    workspace: facts.workspace.filter((directory) => directory !== dirname(outputPath)),
    isExcluded: excludedCommands(policy.excludedCommands),
  });
  return sandbox === 'off' ? {} : { sandbox, needsSandbox: policy.failsIfUnavailable || policy.autoAllows };
}
