import { getOwn, isJsonObject } from '@sluice/core';
import type { Transcript, TranscriptMessage } from '@sluice/agent';

/**
 * Why a session can't be cut off after a message by someone who wants to drop one turn only. Undefined: nothing else
 * comes after it.
 * @param through the last message to keep
 * @param prompt the prompt of the turn to drop
 */
export function dropProblem(
  { messages }: Pick<Transcript, 'messages'>,
  through: string,
  prompt: string,
): string | undefined {
  const at = messages.findIndex(({ uuid }) => uuid === through);
  const dropped = messages.slice(at + 1);
  const isOther = (one: TranscriptMessage, index: number): boolean =>
    index === 0 ? one.uuid !== prompt : isPrompt(one);
  const other = at === -1 ? through : dropped.find(isOther)?.uuid;
  return other === undefined
    ? undefined
    : `Resume rejected by --resume-drops-turn: the message ${JSON.stringify(other)} isn't part of the turn ${JSON.stringify(prompt)}. Resume without --resume-session-at, or at the last message to keep.`;
}

/** The person said it: it isn't the result of a call, nor something that a program said. */
function isPrompt({ role, isMeta, message }: TranscriptMessage): boolean {
  if (role !== 'user' || isMeta) return false;
  const content = getOwn(message, 'content');
  if (!Array.isArray(content)) return true;
  return content.some((block) => !isJsonObject(block) || getOwn(block, 'type') !== 'tool_result');
}
