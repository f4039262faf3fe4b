import { dirname } from 'node:path';
import type { CommandRequest } from '@sluice/process';
import type { CommandAnalysis } from '@sluice/shell';
import { excludedCommands } from './excluded-commands.ts';
import { isExcludedWhole, profileFor } from './profile-for.ts';
import type { SandboxPolicy } from './sandbox-policy.ts';
import { secondLine } from './second-line.ts';

export interface SandboxFacts {
  readonly policy: SandboxPolicy | undefined;
  readonly analysis: CommandAnalysis;
  /** The call requested to run outside. */
  readonly asksForNone: boolean;
  /** Real paths of the working directories. */
  readonly workspace: readonly string[];
  readonly home: string | undefined;
  /** The output file: its directory contains results, which commands may not write. */
  readonly outputPath: string;
}

export type SandboxRequest = Pick<CommandRequest, 'sandbox' | 'needsSandbox' | 'isSandboxExtra'>;

/**
 * The sandbox options for a command, according to the settings; none if it runs outside. A command that may have been allowed because of
 * the sandbox never runs without it.
 */
export function sandboxRequest(facts: SandboxFacts): SandboxRequest {
  const { policy, outputPath, analysis } = facts;
  if (policy === undefined) return {};
  const isExcluded = excludedCommands(policy.excludedCommands);
  if (!policy.isEnabled) {
    const sandbox =
      facts.asksForNone || isExcludedWhole({ analysis, isExcluded }) ? undefined : secondLine(analysis);
    return sandbox === undefined ? {} : { sandbox, isSandboxExtra: true };
  }
  const sandbox = profileFor({
    ...facts,
    policy,
    workspace: facts.workspace.filter((directory) => directory !== dirname(outputPath)),
    isExcluded,
  });
  return sandbox === 'off' ? {} : { sandbox, needsSandbox: policy.failsIfUnavailable || policy.autoAllows };
}
