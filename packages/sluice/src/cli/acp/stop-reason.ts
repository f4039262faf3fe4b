import type { StopReason } from '@agentclientprotocol/sdk';
import type { AgentResult, EndReason } from '@sluice/agent';

/** How the protocol calls the end of a turn. Undefined: the turn failed, which is an error of the request. */
const STOPS: Readonly<Record<EndReason, StopReason | undefined>> = {
  completed: 'end_turn',
  declined: 'end_turn',
  'hook-stopped': 'end_turn',
  'tool-deferred': 'end_turn',
  'deferred-unavailable': 'end_turn',
  'stop-prevented': 'end_turn',
  'prompt-blocked': 'end_turn',
  'output-retries': 'end_turn',
  refused: 'refusal',
  'max-turns': 'max_turn_requests',
  'max-budget': 'max_turn_requests',
  'interrupted-streaming': 'cancelled',
  'interrupted-tools': 'cancelled',
  shutdown: 'cancelled',
  'shutdown-tools': 'cancelled',
  'too-long': undefined,
  'model-error': undefined,
};

export function stopReasonOf({
  reason,
  stopReason,
}: Pick<AgentResult, 'reason' | 'stopReason'>): StopReason | undefined {
  if (reason === 'completed' && stopReason === 'max_tokens') return 'max_tokens';
  return STOPS[reason];
}
