import { getOwn, isJsonObject, type StopReason } from '@sluice/core';
import { createChatToolCalls, type ChatToolCalls } from './chat-tool-calls.ts';
import { createReasoning, type Reasoning } from './chat-reasoning.ts';
import type { EventReader } from '../event-reader.ts';
import { failureOfError } from '../errors/failure-of-error.ts';
import { errorOf, serverErrorText } from '../errors/server-error.ts';
import type { MessageAssembler } from '../message-assembler.ts';
import { ownList, ownObject, ownText } from '../own-value.ts';
import { streamCut } from '../errors/stream-cut.ts';
import { openaiChatUsage } from '../usage-counts.ts';

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
  return new OpenaiChatReader(assembler);
}

class OpenaiChatReader implements EventReader {
  readonly #assembler: MessageAssembler;
  #answer: OpenAnswer | undefined;

  constructor(assembler: MessageAssembler) {
    this.#assembler = assembler;
  }

  accept(event: object, name: string | undefined, line: number): void {
    const error = errorOf(event, name);
    if (error !== undefined) return this.#fail(error, line);
    const choices = ownList(event, 'choices').filter(isJsonObject);
    const usage = ownObject(event, 'usage');
    if (!Object.hasOwn(event, 'choices') && usage === undefined) {
      const text = 'A chunk has neither choices nor usage; such chunks are ignored.';
      return this.#assembler.problemOnce('chunk', 'unknown-event', text, line);
    }
    const choice = choices.find((candidate) => (getOwn(candidate, 'index') ?? 0) === 0);
    const isNext =
      this.#answer?.isFinished === true && choice !== undefined && ownText(event, 'id') !== this.#answer.id;
    if (isNext) this.#endMessage(line);
    const current = this.#answer ?? this.#begin(event);
    if (choice !== undefined && !current.isFinished) this.#readChoice(choice, current, line);
    if (usage !== undefined) this.#assembler.setUsage(openaiChatUsage(usage));
  }

  beforeLoss(): void {
    this.#answer?.calls.openAll();
  }

  done(line: number): void {
    this.#endMessage(line);
  }

  end(line: number | undefined, isCut: boolean): void {
    if (this.#answer === undefined && isCut) this.#assembler.fail(streamCut(), line);
    this.#endMessage(line);
  }

  #begin(chunk: object): OpenAnswer {
    const id = ownText(chunk, 'id');
    this.#assembler.start({ id, model: ownText(chunk, 'model') });
    this.#answer = {
      id,
      calls: createChatToolCalls(this.#assembler),
      reasoning: createReasoning(this.#assembler),
      texts: 0,
      refuses: false,
      isFinished: false,
    };
    return this.#answer;
  }

  #endMessage(line: number | undefined): void {
    if (this.#answer === undefined) return;
    const { isFinished } = this.#answer;
    this.#answer = undefined;
    if (isFinished) this.#assembler.end(line);
    else this.#assembler.fail(streamCut(), line);
  }

  #fail(error: object, line: number): void {
    this.#answer = undefined;
    this.#assembler.fail(failureOfError(error, serverErrorText(error)), line);
  }

  #textKey(current: OpenAnswer): string {
    return `text ${current.texts}`;
  }

  #closeText(current: OpenAnswer): void {
    this.#assembler.close(this.#textKey(current));
  }

  #addText(current: OpenAnswer, text: string, line: number): void {
    if (text === '') return;
    current.reasoning.close();
    if (this.#assembler.block(this.#textKey(current)) === undefined) {
      current.texts += 1;
      this.#assembler.openText(this.#textKey(current));
    }
    this.#assembler.addText(this.#textKey(current), text, line);
  }

  #addDelta(current: OpenAnswer, delta: object, line: number): void {
    if (current.reasoning.add(delta, line)) this.#closeText(current);
    this.#addText(current, contentText(getOwn(delta, 'content')), line);
    const refusal = ownText(delta, 'refusal') ?? '';
    if (refusal !== '') current.refuses = true;
    this.#addText(current, refusal, line);
    const legacy = ownObject(delta, 'function_call');
    const pieces = legacy === undefined ? ownList(delta, 'tool_calls') : [{ index: 0, function: legacy }];
    if (pieces.length === 0) return;
    current.reasoning.close();
    this.#closeText(current);
    current.calls.add(pieces, line);
  }

  #finish(current: OpenAnswer, reason: string): void {
    const said = stopReasonOf(reason);
    const stop = current.refuses ? 'refusal' : said;
    current.reasoning.close();
    this.#closeText(current);
    current.calls.finish(said === 'max_tokens' || said === 'refusal');
    current.isFinished = true;
    // Some servers send `stop` for a message that ends in calls.
    this.#assembler.setStop(stop === 'end_turn' && this.#assembler.hasCall() ? 'tool_use' : stop);
  }

  #readChoice(choice: object, current: OpenAnswer, line: number): void {
    const delta = ownObject(choice, 'delta') ?? ownObject(choice, 'message');
    if (delta !== undefined) this.#addDelta(current, delta, line);
    const reason = ownText(choice, 'finish_reason') ?? '';
    if (reason !== '') this.#finish(current, reason);
  }
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
