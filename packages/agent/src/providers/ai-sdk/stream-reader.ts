import { getOwn, isJsonObject, type JsonObject, type ModelFailure, type StopReason } from '@sluice/core';
import type { MessageAssembler } from '../../stream/message-assembler.ts';
import { opaqueBlock } from './opaque-part.ts';
import { usageOf } from './usage.ts';

interface StreamReader {
  accept(part: unknown): void;
  /** The stream has ended. */
  end(): void;
}

/** Reads the parts of an AI SDK model's stream; `failureOf` interprets its errors. */
export function createStreamReader(
  assembler: MessageAssembler,
  failureOf: (error: unknown) => ModelFailure,
): StreamReader {
  const head: { id?: string; model?: string } = {};
  let hasBegun = false;
  let isOver = false;
  let partCount = 0;
  /** Open reasoning, by its id. */
  const reasoning = new Map<string, { text: string; metadata: JsonObject | undefined }>();
  const endedInputs = new Set<string>();

  function begin(): void {
    if (!hasBegun) assembler.start(head);
    hasBegun = true;
  }

  function addPart(part: JsonObject): void {
    begin();
    partCount += 1;
    const key = `part ${partCount}`;
    assembler.openOpaque(key, 'other', opaqueBlock({ type: 'part', part }));
    assembler.close(key);
  }

  function addMetadata(part: JsonObject, callId: string | undefined): void {
    const providerOptions = metadataOf(part);
    if (providerOptions === undefined) return;
    partCount += 1;
    const key = `part ${partCount}`;
    assembler.openOpaque(key, 'other', opaqueBlock({ type: 'metadata', callId, providerOptions }));
    assembler.close(key);
  }

  function reasoned(id: string, part: JsonObject): JsonObject {
    const known = reasoning.get(id);
    const metadata = metadataOf(part) ?? known?.metadata;
    const text = (known?.text ?? '') + textIn(part, 'delta');
    reasoning.set(id, { text, metadata });
    const back = { type: 'reasoning', text, providerOptions: metadata };
    return opaqueBlock({ type: 'part', part: back });
  }

  function readCall(part: JsonObject): void {
    const id = textIn(part, 'toolCallId');
    const name = textIn(part, 'toolName');
    const input = textIn(part, 'input');
    if (getOwn(part, 'providerExecuted') === true) {
      const back = {
        type: 'tool-call',
        toolCallId: id,
        toolName: name,
        input: parsed(input),
        providerExecuted: true,
      };
      addPart({ ...back, ...optionsOf(part) });
      return;
    }
    const key = `call ${id}`;
    begin();
    if (assembler.block(key) === undefined) assembler.openCall(key, { id: id === '' ? undefined : id, name });
    // The complete input replaces what was streamed.
    if (endedInputs.has(id) || input !== '') assembler.setInput(key, input, 0);
    assembler.close(key);
    endedInputs.delete(id);
    addMetadata(part, id);
  }

  function finish(part: JsonObject): void {
    begin();
    for (const id of endedInputs) assembler.close(`call ${id}`);
    assembler.setUsage(usageOf(getOwn(part, 'usage')));
    assembler.setStop(stopReason(getOwn(part, 'finishReason'), assembler.hasCall()));
    isOver = true;
    assembler.end(undefined);
  }

  function accept(part: unknown): void {
    if (!isJsonObject(part) || isOver) return;
    const id = textIn(part, 'id');
    switch (getOwn(part, 'type')) {
      case 'response-metadata':
        if (id !== '') head.id = id;
        if (textIn(part, 'modelId') !== '') head.model = textIn(part, 'modelId');
        return;
      case 'text-start':
        begin();
        return assembler.openText(`text ${id}`);
      case 'text-delta':
        return assembler.addText(`text ${id}`, textIn(part, 'delta'), 0);
      case 'text-end':
        assembler.close(`text ${id}`);
        return addMetadata(part, undefined);
      case 'reasoning-start':
        begin();
        return assembler.openOpaque(`reasoning ${id}`, 'thinking', reasoned(id, part));
      case 'reasoning-delta': {
        const text = textIn(part, 'delta');
        const block = reasoned(id, part);
        return assembler.changeOpaque(
          `reasoning ${id}`,
          { delta: { type: 'thinking', text }, block, size: text.length },
          0,
        );
      }
      case 'reasoning-end':
        assembler.setOpaque(`reasoning ${id}`, reasoned(id, part));
        reasoning.delete(id);
        return assembler.close(`reasoning ${id}`);
      case 'tool-input-start':
        if (getOwn(part, 'providerExecuted') === true) return undefined;
        begin();
        return assembler.openCall(`call ${id}`, {
          id: id === '' ? undefined : id,
          name: textIn(part, 'toolName'),
        });
      case 'tool-input-delta':
        return assembler.addInput(`call ${id}`, textIn(part, 'delta'), 0);
      case 'tool-input-end':
        if (assembler.block(`call ${id}`) !== undefined) endedInputs.add(id);
        return undefined;
      case 'tool-call':
        return readCall(part);
      case 'tool-result':
        return addPart({
          type: 'tool-result',
          toolCallId: textIn(part, 'toolCallId'),
          toolName: textIn(part, 'toolName'),
          output: { type: 'json', value: part['result'] ?? null },
          ...optionsOf(part),
        });
      case 'custom':
        return addPart({ type: 'custom', kind: textIn(part, 'kind'), ...optionsOf(part) });
      case 'error':
        isOver = true;
        return assembler.fail(failureOf(getOwn(part, 'error')), undefined);
      case 'finish':
        return finish(part);
      default:
        // Sources, files, raw events, and parts of later versions have no effect on an agent.
        return undefined;
    }
  }

  return {
    accept,
    end() {
      if (isOver) return;
      isOver = true;
      const message = 'The model ended its stream before its message was complete.';
      assembler.fail({ kind: 'stream-cut', message, isRetryable: true }, undefined);
    },
  };
}

function textIn(part: JsonObject, key: string): string {
  const value = getOwn(part, key);
  return typeof value === 'string' ? value : '';
}

function metadataOf(part: JsonObject): JsonObject | undefined {
  const metadata = getOwn(part, 'providerMetadata');
  return isJsonObject(metadata) ? metadata : undefined;
}

function optionsOf(part: JsonObject): JsonObject {
  const providerOptions = metadataOf(part);
  return providerOptions === undefined ? {} : { providerOptions };
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** A string in version 2, an object later. */
function stopReason(reason: unknown, hasCall: boolean): StopReason {
  const unified = isJsonObject(reason) ? getOwn(reason, 'unified') : reason;
  const raw = isJsonObject(reason) ? getOwn(reason, 'raw') : undefined;
  switch (unified) {
    case 'stop':
      return hasCall ? 'tool_use' : 'end_turn';
    case 'tool-calls':
      return 'tool_use';
    case 'length':
      return 'max_tokens';
    case 'content-filter':
      return 'refusal';
    default: {
      const said = typeof raw === 'string' ? raw : typeof unified === 'string' ? unified : 'unknown';
      return `other: ${said}`;
    }
  }
}
