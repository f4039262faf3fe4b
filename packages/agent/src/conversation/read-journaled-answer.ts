import {
  type AssistantBlock,
  getOwn,
  isJsonObject,
  type JournaledCall,
  journaledResult,
  parseSpoken,
  readText,
  type ResultStore,
} from '@sluice/core';
import { assistantContent } from './assistant-content.ts';
import { cleanAssistantBlock } from './clean-blocks.ts';
import type { JournaledAnswer } from './journal-items.ts';
import type { Answer } from './message-list.ts';
import { toolUse, type ToolUse } from './tool-use.ts';

type Reader = Pick<ResultStore, 'get'>;

/** An assistant message with its results, rebuilt from the journal. */
export async function readAnswer(answer: JournaledAnswer, store: Reader): Promise<Answer> {
  const { messageId, calls, additionalContext, end } = answer;
  const blocks = await inOrder(answer, store);
  const content = assistantContent(blocks, end === undefined || end.isCut === true);
  const results = [];
  for (const call of calls) results.push(await journaledResult(call, store));
  const texts = additionalContext === undefined ? [] : parseSpoken(await readText(additionalContext, store));
  return { messageId, content, results, texts };
}

async function inOrder(
  { blocks, calls }: JournaledAnswer,
  store: Reader,
): Promise<readonly AssistantBlock[]> {
  const slots: AssistantBlock[][] = Array.from({ length: calls.length + 1 }, () => []);
  for (const { callsBefore, content } of blocks) {
    const slot = slots[Math.min(Math.max(0, Math.trunc(callsBefore) || 0), calls.length)];
    slot?.push(...parseBlock(await readText(content, store)));
  }
  for (const [index, call] of calls.entries()) slots[index]?.push(await useOf(call, store));
  return slots.flat();
}

async function useOf({ callId, name, input, settled }: JournaledCall, store: Reader): Promise<ToolUse> {
  // A truncated input may happen to be valid JSON, but it was never accepted as one.
  const isUnclosed = isJsonObject(settled?.detail) && getOwn(settled.detail, 'stage') === 'unclosed';
  return toolUse(callId, name, isUnclosed ? undefined : await readText(input, store));
}

/** The block in a line; none if it can't be read or is of a kind that can't be sent. */
export function parseBlock(text: string | undefined): readonly AssistantBlock[] {
  if (text === undefined) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  if (!isJsonObject(value)) return [];
  const { type, text: said, api, kind, block } = value;
  if (type === 'text') return typeof said === 'string' ? cleanAssistantBlock({ type, text: said }) : [];
  if (type !== 'opaque' || typeof api !== 'string' || !isJsonObject(block)) return [];
  return kind === 'thinking' || kind === 'other' ? [{ type, api, kind, block }] : [];
}
