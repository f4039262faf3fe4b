import { isJsonObject, type JsonObject, type StopReason } from '@sluice/core';
import type { EventReader } from '../event-reader.ts';
import { failureOfError } from '../errors/failure-of-error.ts';
import { createGeminiParts, type GeminiParts } from './gemini-parts.ts';
import type { MessageAssembler } from '../message-assembler.ts';
import { ownCount, ownList, ownObject, ownText } from '../own-value.ts';
import { errorOf, serverErrorText } from '../errors/server-error.ts';
import { streamCut } from '../errors/stream-cut.ts';
import { geminiUsage } from '../usage-counts.ts';

interface OpenAnswer {
  readonly id: string | undefined;
  readonly parts: GeminiParts;
  isFinished: boolean;
}

/**
 * Reads the chunks of Gemini's `streamGenerateContent`. The message ends with the stream or the next
 * response, because some models set `finishReason` in every chunk.
 */
export function createGeminiReader(assembler: MessageAssembler): EventReader {
  let answer: OpenAnswer | undefined;

  function begin(chunk: object): OpenAnswer {
    const id = ownText(chunk, 'responseId');
    assembler.start({ id, model: ownText(chunk, 'modelVersion') });
    answer = { id, parts: createGeminiParts(assembler), isFinished: false };
    return answer;
  }

  function endMessage(line: number | undefined): void {
    if (answer === undefined) return;
    const { isFinished } = answer;
    answer = undefined;
    if (isFinished) assembler.end(line);
    else assembler.fail(streamCut(), line);
  }

  function fail(error: object, line: number): void {
    answer = undefined;
    assembler.fail(failureOfError(error, serverErrorText(error)), line);
  }

  function block(feedback: object, line: number): void {
    answer = undefined;
    const reason = ownText(feedback, 'blockReason') ?? 'no reason given';
    const detail = ownText(feedback, 'blockReasonMessage');
    const message =
      `Gemini's filter blocked the conversation (${reason})${detail === undefined ? '' : `: ${detail}`}. ` +
      'Rephrase it, or start a new conversation.';
    assembler.fail({ kind: 'invalid-request', message, isRetryable: false }, line);
  }

  function readCandidate(candidate: JsonObject, current: OpenAnswer, line: number): void {
    const content = ownObject(candidate, 'content') ?? {};
    for (const part of ownList(content, 'parts')) if (isJsonObject(part)) current.parts.add(part, line);
    const grounding = ownObject(candidate, 'groundingMetadata');
    if (grounding !== undefined && Object.keys(grounding).length > 0) current.parts.addGrounding(grounding);
    const reason = ownText(candidate, 'finishReason');
    if (reason === undefined || reason === 'FINISH_REASON_UNSPECIFIED') return;
    current.parts.close();
    current.isFinished = true;
    assembler.setStop(stopReasonOf(reason, assembler.hasCall()));
  }

  return {
    accept(event, name, line) {
      const error = errorOf(event, name);
      if (error !== undefined) return fail(error, line);
      const candidates = ownList(event, 'candidates').filter(isJsonObject);
      const candidate = candidates.find((one) => (ownCount(one, 'index') ?? 0) === 0);
      const id = ownText(event, 'responseId');
      const usage = ownObject(event, 'usageMetadata');
      const feedback = ownObject(event, 'promptFeedback');
      const isBlocked = feedback !== undefined && ownText(feedback, 'blockReason') !== undefined;
      if (candidate === undefined && usage === undefined && feedback === undefined) {
        const text = 'A chunk has no candidates; such chunks are ignored.';
        return assembler.problemOnce('chunk', 'unknown-event', text, line);
      }
      if (answer !== undefined && answer.id !== id) endMessage(line);
      if (candidate === undefined && isBlocked) return block(feedback, line);
      const current = answer ?? begin(event);
      if (candidate !== undefined) readCandidate(candidate, current, line);
      if (usage !== undefined) assembler.setUsage(geminiUsage(usage));
    },
    beforeLoss: () => {},
    done: endMessage,
    end(line, isCut) {
      if (answer === undefined && isCut) assembler.fail(streamCut(), line);
      endMessage(line);
    },
  };
}

const REFUSALS = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
]);

function stopReasonOf(reason: string, hasCall: boolean): StopReason {
  if (reason === 'STOP') return hasCall ? 'tool_use' : 'end_turn';
  if (reason === 'MAX_TOKENS') return 'max_tokens';
  return REFUSALS.has(reason) ? 'refusal' : `other: ${reason}`;
}
