import type { AgentResult } from '@sluice/agent';
import { blockText } from '../print/output/result-message.ts';

/** What the user reads if the model wasn't asked: a command's answer, or why nothing was done. Empty: nothing. */
export function unaskedText({ reason, turns, text, hookBlock, errors }: AgentResult): string {
  if (hookBlock !== undefined) return blockText(hookBlock);
  if (turns > 0) return '';
  if (reason === 'prompt-blocked') return errors.join('\n');
  return reason === 'completed' ? text : '';
}
