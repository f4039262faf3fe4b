import { getOwn, isJsonObject, type JsonObject, type StopReason } from '@sluice/core';
import { anthropicOpaqueDelta } from './anthropic-opaque-delta.ts';
import { apiErrorText } from './api-error-text.ts';
import type { EventReader } from '../event-reader.ts';
import { failureOfError } from '../errors/failure-of-error.ts';
import type { MessageAssembler } from '../message-assembler.ts';
import { ownObject, ownText } from '../own-value.ts';
import { streamCut } from '../errors/stream-cut.ts';
import { toolUseIdentity } from './tool-use-identity.ts';
import { anthropicUsage } from '../usage-counts.ts';

/** Reads the events of the Anthropic Messages API. */
export function createAnthropicReader(assembler: MessageAssembler): EventReader {
  return new AnthropicReader(assembler);
}

class AnthropicReader implements EventReader {
  readonly #assembler: MessageAssembler;

  constructor(assembler: MessageAssembler) {
    this.#assembler = assembler;
  }

  accept(event: object, name: string | undefined, line: number): void {
    const type = getOwn(event, 'type') ?? name;
    if (typeof type === 'string') return this.#read(type, event, line);
    this.#assembler.loseEvent();
    this.#assembler.problem('not-a-message', 'An event has no type.', line);
  }

  beforeLoss(): void {}

  done(): void {}

  end(line: number | undefined, isCut: boolean): void {
    if (this.#assembler.isOpen() || isCut) this.#assembler.fail(streamCut(), line);
  }

  #read(type: string, event: object, line: number): void {
    switch (type) {
      case 'message_start':
        return this.#startMessage(event, line);
      case 'content_block_start':
        return this.#startBlock(event, line);
      case 'content_block_delta':
        return this.#addDelta(event, line);
      case 'content_block_stop':
        return this.#stopBlock(event, line);
      case 'message_delta':
        return this.#changeMessage(event, line);
      case 'message_stop':
        return this.#assembler.isOpen()
          ? this.#assembler.end(line)
          : this.#outOfPlace('message_stop', 'belongs to no open message', line);
      case 'ping':
        return undefined;
      case 'error':
        return this.#assembler.fail(
          failureOfError(ownObject(event, 'error') ?? {}, apiErrorText(event)),
          line,
        );
      default: {
        const text = `The event type ${JSON.stringify(type.slice(0, 80))} is unknown; such events are ignored.`;
        return this.#assembler.problemOnce(`unknown ${type}`, 'unknown-event', text, line);
      }
    }
  }

  #outOfPlace(type: string, why: string, line: number): void {
    this.#assembler.problemOnce(`${type} ${why}`, 'not-a-message', `A ${type} event ${why}; ignored.`, line);
  }

  #startMessage(event: object, line: number): void {
    if (this.#assembler.isOpen()) {
      const text = 'A new message starts before the previous one has ended; its open blocks are refused.';
      this.#assembler.fail(streamCut(text), line);
    }
    const message = ownObject(event, 'message') ?? {};
    const usage = anthropicUsage(ownObject(message, 'usage') ?? {});
    this.#assembler.start({ id: ownText(message, 'id'), model: ownText(message, 'model'), usage });
  }

  #startBlock(event: object, line: number): void {
    const index = getOwn(event, 'index');
    const content = getOwn(event, 'content_block');
    if (typeof index !== 'number' || !isJsonObject(content)) {
      return this.#outOfPlace('content_block_start', 'has no index or no content_block', line);
    }
    if (this.#assembler.block(index) !== undefined) {
      const text = `Content block ${index} starts again before it has stopped.`;
      this.#assembler.problem('stream-cut', text, line);
      this.#assembler.cut(index);
    }
    this.#openBlock(index, content, line);
  }

  #openBlock(index: number, content: JsonObject, line: number): void {
    const type = ownText(content, 'type');
    if (type === 'tool_use') {
      const identity = toolUseIdentity(content);
      this.#assembler.openCall(index, { ...identity, startInput: getOwn(content, 'input') }, index);
    } else if (type === 'text') {
      this.#assembler.openText(index, index);
      this.#assembler.addText(index, ownText(content, 'text') ?? '', line);
    } else {
      const isThinking = type === 'thinking' || type === 'redacted_thinking';
      this.#assembler.openOpaque(index, isThinking ? 'thinking' : 'other', content, index);
    }
  }

  #addDelta(event: object, line: number): void {
    const index = getOwn(event, 'index');
    const block = typeof index === 'number' ? this.#assembler.block(index) : undefined;
    if (typeof index !== 'number' || block === undefined) {
      return this.#outOfPlace('content_block_delta', 'belongs to no open block', line);
    }
    if (block.isDamaged) return;
    const delta = ownObject(event, 'delta');
    if (block.kind === 'opaque') {
      if (delta !== undefined)
        this.#assembler.changeOpaque(index, anthropicOpaqueDelta(block.block, delta), line);
    } else if (block.kind === 'text') {
      this.#assembler.addText(index, (delta && ownText(delta, 'text')) ?? '', line);
    } else {
      const piece = delta && ownText(delta, 'partial_json');
      if (piece !== undefined) return this.#assembler.addInput(index, piece, line);
      block.isDamaged = true;
      this.#outOfPlace('content_block_delta', 'of a tool_use block has no partial_json text', line);
    }
  }

  #stopBlock(event: object, line: number): void {
    const index = getOwn(event, 'index');
    if (typeof index !== 'number' || this.#assembler.block(index) === undefined) {
      return this.#outOfPlace('content_block_stop', 'belongs to no open block', line);
    }
    this.#assembler.close(index);
  }

  #changeMessage(event: object, line: number): void {
    if (!this.#assembler.isOpen())
      return this.#outOfPlace('message_delta', 'belongs to no open message', line);
    const delta = ownObject(event, 'delta');
    const reason = delta && ownText(delta, 'stop_reason');
    if (reason !== undefined) this.#assembler.setStop(stopReasonOf(reason));
    this.#assembler.setUsage(anthropicUsage(ownObject(event, 'usage') ?? {}));
  }
}

const STOP_REASONS: ReadonlySet<string> = new Set<StopReason>([
  'end_turn',
  'tool_use',
  'max_tokens',
  'stop_sequence',
  'refusal',
  'pause_turn',
  'model_context_window_exceeded',
]);

function isStopReason(reason: string): reason is StopReason {
  return STOP_REASONS.has(reason);
}

function stopReasonOf(reason: string): StopReason {
  return isStopReason(reason) ? reason : `other: ${reason}`;
}
