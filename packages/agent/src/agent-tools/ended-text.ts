import { escapeHarnessTags } from '@sluice/core';
import type { AgentReport } from './sub-agent-port.ts';

/** The model's view of an agent's end. A failure is never presented as a finding. */
export function endedText({
  agentId,
  type,
  outcome,
  reason,
  isStoppedByUser,
  text,
  notes,
}: AgentReport): string {
  const after = isStoppedByUser ? 'only the user can continue it' : 'SendMessage continues with it';
  // Programs find the id by this spelling.
  const about = [...notes, `agentId: ${agentId} (${after}).`].join(' ');
  if (outcome === 'completed')
    return text === '' ? `The agent ended without a report. ${about}` : `${text}\n\n${about}`;
  const how = outcome === 'failed' ? 'failed' : 'was stopped';
  const done =
    text === ''
      ? 'It had not reported anything.'
      : `What it had written so far, which is not its result:\n\n${text}`;
  // A server of models may have written the reason.
  return escapeHarnessTags(
    `The agent (${type}) ${how}${reason === undefined ? '' : `: ${reason}`}. ${about}\n${done}`,
  );
}
