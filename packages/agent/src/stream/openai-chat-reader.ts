import { getOwn, isJsonObject, type StopReason } from '@sluice/core';
import { createChatToolCalls, type ChatToolCalls } from './chat-tool-calls.ts';
import { createReasoning, type Reasoning } from './chat-reasoning.ts';
import type { EventReader } from './event-reader.ts';
import { failureOfError } from './failure-of-error.ts';
import { errorOf, serverErrorText } from './server-error.ts';
import type { MessageAssembler } from './message-assembler.ts';
import { ownList, ownObject, ownText } from './own-value.ts';
import { streamCut } from './stream-cut.ts';
import { openaiChatUsage } from './usage-counts.ts';

interface OpenAnswer {
  readonly id: string | undefined;
  readonly calls: ChatToolCalls;
  readonly reasoning: Reasoning;
  /** The text blocks so far; the last one may be open. */
  texts: number;
  refuses: boolean;
  isFinished: boolean;
}

/**
 * Reads the chunks of Chat Completions and compatible servers. `finish_reason` closes what is open; the
 * message ends with `[DONE]`, the next message, or the stream, since usage follows the last choice.
 */
export function createOpenaiChatReader(assembler: MessageAssembler): EventReader {
  let answer: OpenAnswer | undefined;

  function begin(chunk: object): OpenAnswer {
    const id = ownText(chunk, 'id');
    assembler.start({ id, model: ownText(chunk, 'model') });
    answer = {
      id,
      calls: createChatToolCalls(assembler),
      reasoning: createReasoning(assembler),
      texts: 0,
      refuses: false,
      isFinished: false,
    };
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

  function textKey(current: OpenAnswer): string {
    return `text ${current.texts}`;
  }

  function closeText(current: OpenAnswer): void {
    assembler.close(textKey(current));
  }

  function addText(current: OpenAnswer, text: string, line: number): void {
    if (text === '') return;
    current.reasoning.close();
    if (assembler.block(textKey(current)) === undefined) {
      current.texts += 1;
      assembler.openText(textKey(current));
    }
    assembler.addText(textKey(current), text, line);
  }

  function addDelta(current: OpenAnswer, delta: object, line: number): void {
    if (current.reasoning.add(delta, line)) closeText(current);
    addText(current, contentText(getOwn(delta, 'content')), line);
    const refusal = ownText(delta, 'refusal') ?? '';
    if (refusal !== '') current.refuses = true;
    addText(current, refusal, line);
    const legacy = ownObject(delta, 'function_call');
    const pieces = legacy === undefined ? ownList(delta, 'tool_calls') : [{ index: 0, function: legacy }];
    if (pieces.length === 0) return;
    current.reasoning.close();
    closeText(current);
    current.calls.add(pieces, line);
  }

  function finish(current: OpenAnswer, reason: string): void {
    const said = stopReasonOf(reason);
    const stop = current.refuses ? 'refusal' : said;
    current.reasoning.close();
    closeText(current);
    current.calls.finish(said === 'max_tokens' || said === 'refusal');
    current.isFinished = true;
    // Some servers send `stop` for a message that ends in calls.
    assembler.setStop(stop === 'end_turn' && assembler.hasCall() ? 'tool_use' : stop);
  }

  function readChoice(choice: object, current: OpenAnswer, line: number): void {
    const delta = ownObject(choice, 'delta') ?? ownObject(choice, 'message');
    if (delta !== undefined) addDelta(current, delta, line);
    const reason = ownText(choice, 'finish_reason') ?? '';
    if (reason !== '') finish(current, reason);
  }

  return {
    accept(event, name, line) {
      const error = errorOf(event, name);
      if (error !== undefined) return fail(error, line);
      const choices = ownList(event, 'choices').filter(isJsonObject);
      const usage = ownObject(event, 'usage');
      if (!Object.hasOwn(event, 'choices') && usage === undefined) {
        const text = 'A chunk has neither choices nor usage; such chunks are ignored.';
        return assembler.problemOnce('chunk', 'unknown-event', text, line);
      }
      const choice = choices.find((candidate) => (getOwn(candidate, 'index') ?? 0) === 0);
      const isNext =
        answer?.isFinished === true && choice !== undefined && ownText(event, 'id') !== answer.id;
      if (isNext) endMessage(line);
      const current = answer ?? begin(event);
      if (choice !== undefined && !current.isFinished) readChoice(choice, current, line);
      if (usage !== undefined) assembler.setUsage(openaiChatUsage(usage));
    },
    beforeLoss: () => answer?.calls.openAll(),
    done: endMessage,
    end(line, isCut) {
      if (answer === undefined && isCut) assembler.fail(streamCut(), line);
      endMessage(line);
    },
  };
}

/** Some servers send a list of parts. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const parts: readonly unknown[] = content;
  return parts.map((part) => (isJsonObject(part) ? (ownText(part, 'text') ?? '') : '')).join('');
}

function stopReasonOf(reason: string): StopReason {
  switch (reason) {
    case 'stop':
    case 'eos':
      return 'end_turn';
    case 'tool_calls':
    case 'function_call':
      return 'tool_use';
    case 'length':
      return 'max_tokens';
    case 'content_filter':
      return 'refusal';
    default:
      return `other: ${reason}`;
  }
}
