import { randomUUID } from 'node:crypto';
import type { Skill } from '@sluice/agent';
import type { EventFields } from '@sluice/hooks';
import type { SessionHooks } from '../hooks/session-hooks.ts';

type InvokedBy = EventFields['PreSkillShellCommand']['invoked_by'];

/** Asks hooks of PreSkillShellCommand about a command in the text of a skill. */
export function skillCommandHooks(
  hooks: Pick<SessionHooks, 'dispatcher'>,
  cwd: string,
  invokedBy: InvokedBy,
): (command: string, skill: Skill) => Promise<string | undefined> {
  return async (command, { name, origin }) => {
    const dispatcher = hooks.dispatcher();
    if (dispatcher?.has('PreSkillShellCommand') !== true) return undefined;
    const verdict = await dispatcher.fire(
      'PreSkillShellCommand',
      {
        tool_name: 'Bash',
        tool_input: { command },
        tool_use_id: `command_${randomUUID()}`,
        command_name: name,
        command_source: origin,
        invoked_by: invokedBy,
      },
      { cwd },
    );
    const { block, stop, decision, decisionReason } = verdict;
    const reason = block?.reason ?? stop?.reason;
    if (reason !== undefined) return reason;
    // No one is asked about such a command.
    const isRefused = decision === 'deny' || decision === 'ask';
    return isRefused ? (decisionReason ?? 'it gave no reason') : undefined;
  };
}
