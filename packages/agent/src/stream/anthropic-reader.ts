import { getOwn, isJsonObject, type JsonObject, type StopReason } from '@sluice/core';
import { anthropicDelta } from './anthropic-delta.ts';
import { apiErrorText } from './api-error-text.ts';
import type { EventReader } from './event-reader.ts';
import { failureOfError } from './failure-of-error.ts';
import type { MessageAssembler } from './message-assembler.ts';
import { ownObject, ownText } from './own-value.ts';
import { streamCut } from './stream-cut.ts';
import { toolUseIdentity } from './tool-use-identity.ts';
import { anthropicUsage } from './usage-counts.ts';

/** Reads the events of the Anthropic Messages API. */
export function createAnthropicReader(assembler: MessageAssembler): EventReader {
  function outOfPlace(type: string, why: string, line: number): void {
    assembler.problemOnce(`${type} ${why}`, 'not-a-message', `A ${type} event ${why}; ignored.`, line);
  }

  function startMessage(event: object, line: number): void {
    if (assembler.isOpen()) {
      const text = 'A new message starts before the previous one has ended; its open blocks are refused.';
      assembler.fail(streamCut(text), line);
    }
    const message = ownObject(event, 'message') ?? {};
    const usage = anthropicUsage(ownObject(message, 'usage') ?? {});
    assembler.start({ id: ownText(message, 'id'), model: ownText(message, 'model'), usage });
  }

  function startBlock(event: object, line: number): void {
    const index = getOwn(event, 'index');
    const content = getOwn(event, 'content_block');
    if (typeof index !== 'number' || !isJsonObject(content)) {
      return outOfPlace('content_block_start', 'has no index or no content_block', line);
    }
    if (assembler.block(index) !== undefined) {
      const text = `Content block ${index} starts again before it has stopped.`;
      assembler.problem('stream-cut', text, line);
      assembler.cut(index);
    }
    openBlock(index, content, line);
  }

  function openBlock(index: number, content: JsonObject, line: number): void {
    const type = ownText(content, 'type');
    if (type === 'tool_use') {
      const identity = toolUseIdentity(content);
      assembler.openCall(index, { ...identity, startInput: getOwn(content, 'input') }, index);
    } else if (type === 'text') {
      assembler.openText(index, index);
      assembler.addText(index, ownText(content, 'text') ?? '', line);
    } else {
      const isThinking = type === 'thinking' || type === 'redacted_thinking';
      assembler.openOpaque(index, isThinking ? 'thinking' : 'other', content, index);
    }
  }

  function addDelta(event: object, line: number): void {
    const index = getOwn(event, 'index');
    const block = typeof index === 'number' ? assembler.block(index) : undefined;
    if (typeof index !== 'number' || block === undefined) {
      return outOfPlace('content_block_delta', 'belongs to no open block', line);
    }
    if (block.isDamaged) return;
    const delta = ownObject(event, 'delta');
    if (block.kind === 'opaque') {
      if (delta !== undefined) assembler.changeOpaque(index, anthropicDelta(block.block, delta), line);
    } else if (block.kind === 'text') {
      assembler.addText(index, (delta && ownText(delta, 'text')) ?? '', line);
    } else {
      const piece = delta && ownText(delta, 'partial_json');
      if (piece !== undefined) return assembler.addInput(index, piece, line);
      block.isDamaged = true;
      outOfPlace('content_block_delta', 'of a tool_use block has no partial_json text', line);
    }
  }

  function stopBlock(event: object, line: number): void {
    const index = getOwn(event, 'index');
    if (typeof index !== 'number' || assembler.block(index) === undefined) {
      return outOfPlace('content_block_stop', 'belongs to no open block', line);
    }
    assembler.close(index);
  }

  function changeMessage(event: object, line: number): void {
    if (!assembler.isOpen()) return outOfPlace('message_delta', 'belongs to no open message', line);
    const delta = ownObject(event, 'delta');
    const reason = delta && ownText(delta, 'stop_reason');
    if (reason !== undefined) assembler.setStop(stopReasonOf(reason));
    assembler.setUsage(anthropicUsage(ownObject(event, 'usage') ?? {}));
  }

  function accept(type: string, event: object, line: number): void {
    switch (type) {
      case 'message_start':
        return startMessage(event, line);
      case 'content_block_start':
        return startBlock(event, line);
      case 'content_block_delta':
        return addDelta(event, line);
      case 'content_block_stop':
        return stopBlock(event, line);
      case 'message_delta':
        return changeMessage(event, line);
      case 'message_stop':
        return assembler.isOpen()
          ? assembler.end(line)
          : outOfPlace('message_stop', 'belongs to no open message', line);
      case 'ping':
        return undefined;
      case 'error':
        return assembler.fail(failureOfError(ownObject(event, 'error') ?? {}, apiErrorText(event)), line);
      default: {
        const text = `The event type ${JSON.stringify(type.slice(0, 80))} is unknown; such events are ignored.`;
        return assembler.problemOnce(`unknown ${type}`, 'unknown-event', text, line);
      }
    }
  }

  return {
    accept(event, name, line) {
      const type = getOwn(event, 'type') ?? name;
      if (typeof type === 'string') return accept(type, event, line);
      assembler.loseEvent();
      assembler.problem('not-a-message', 'An event has no type.', line);
    },
    beforeLoss: () => {},
    done: () => {},
    end(line, isCut) {
      if (assembler.isOpen() || isCut) assembler.fail(streamCut(), line);
    },
  };
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
