import { getOwn, isJsonObject, type JsonObject, type ModelFailure, type StopReason } from '@sluice/core';
import type { MessageAssembler } from '../../stream/message-assembler.ts';
import { opaqueBlock } from './opaque-part.ts';
import { usageOf } from './token-usage.ts';

/** Reads the parts of an AI SDK model's stream; `failureOf` interprets its errors. */
export class StreamReader {
  readonly #assembler: MessageAssembler;
  readonly #failureOf: (error: unknown) => ModelFailure;
  readonly #head: { id?: string; model?: string } = {};
  #hasBegun = false;
  #isOver = false;
  #partCount = 0;
  /** Open reasoning, by its id. */
  readonly #reasoning = new Map<string, { text: string; metadata: JsonObject | undefined }>();
  readonly #endedInputs = new Set<string>();

  constructor(assembler: MessageAssembler, failureOf: (error: unknown) => ModelFailure) {
    this.#assembler = assembler;
    this.#failureOf = failureOf;
  }

  accept(part: unknown): void {
    if (!isJsonObject(part) || this.#isOver) return;
    const type = getOwn(part, 'type');
    switch (type) {
      case 'response-metadata':
        return this.#readHead(part);
      case 'text-start':
      case 'text-delta':
      case 'text-end':
        return this.#readText(type, part);
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        return this.#readReasoning(type, part);
      case 'tool-input-start':
      case 'tool-input-delta':
      case 'tool-input-end':
        return this.#readInput(type, part);
      case 'tool-call':
        return this.#readCall(part);
      case 'tool-result':
        return this.#addPart(toolResult(part));
      case 'custom':
        return this.#addPart({ type: 'custom', kind: textIn(part, 'kind'), ...optionsOf(part) });
      case 'error':
        this.#isOver = true;
        return this.#assembler.fail(this.#failureOf(getOwn(part, 'error')), undefined);
      case 'finish':
        return this.#finish(part);
      default:
        // Sources, files, raw events, and parts of later versions have no effect on an agent.
        return undefined;
    }
  }

  /** The stream has ended. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const message = 'The model ended its stream before its message was complete.';
    this.#assembler.fail({ kind: 'stream-cut', message, isRetryable: true }, undefined);
  }

  #readHead(part: JsonObject): void {
    const id = textIn(part, 'id');
    if (id !== '') this.#head.id = id;
    if (textIn(part, 'modelId') !== '') this.#head.model = textIn(part, 'modelId');
  }

  #readText(type: 'text-start' | 'text-delta' | 'text-end', part: JsonObject): void {
    const key = `text ${textIn(part, 'id')}`;
    if (type === 'text-start') {
      this.#begin();
      this.#assembler.openText(key);
    } else if (type === 'text-delta') {
      this.#assembler.addText(key, textIn(part, 'delta'), 0);
    } else {
      this.#assembler.close(key);
      this.#addMetadata(part, undefined);
    }
  }

  #readReasoning(type: 'reasoning-start' | 'reasoning-delta' | 'reasoning-end', part: JsonObject): void {
    const id = textIn(part, 'id');
    const key = `reasoning ${id}`;
    if (type === 'reasoning-start') this.#begin();
    const block = this.#reasoned(id, part);
    if (type === 'reasoning-start') {
      this.#assembler.openOpaque(key, 'thinking', block);
    } else if (type === 'reasoning-delta') {
      const text = textIn(part, 'delta');
      const delta = { type: 'thinking' as const, text };
      this.#assembler.changeOpaque(key, { delta, block, size: text.length }, 0);
    } else {
      this.#assembler.setOpaque(key, block);
      this.#reasoning.delete(id);
      this.#assembler.close(key);
    }
  }

  #readInput(type: 'tool-input-start' | 'tool-input-delta' | 'tool-input-end', part: JsonObject): void {
    const id = textIn(part, 'id');
    const key = `call ${id}`;
    if (type === 'tool-input-start') {
      if (getOwn(part, 'providerExecuted') === true) return;
      this.#begin();
      this.#openCall(id, part);
    } else if (type === 'tool-input-delta') {
      this.#assembler.addInput(key, textIn(part, 'delta'), 0);
    } else if (this.#assembler.block(key) !== undefined) {
      this.#endedInputs.add(id);
    }
  }

  #openCall(id: string, part: JsonObject): void {
    const name = textIn(part, 'toolName');
    this.#assembler.openCall(`call ${id}`, { id: id === '' ? undefined : id, name });
  }

  #begin(): void {
    if (!this.#hasBegun) this.#assembler.start(this.#head);
    this.#hasBegun = true;
  }

  #addPart(part: JsonObject): void {
    this.#begin();
    this.#partCount += 1;
    const key = `part ${this.#partCount}`;
    this.#assembler.openOpaque(key, 'other', opaqueBlock({ type: 'part', part }));
    this.#assembler.close(key);
  }

  #addMetadata(part: JsonObject, callId: string | undefined): void {
    const providerOptions = metadataOf(part);
    if (providerOptions === undefined) return;
    this.#partCount += 1;
    const key = `part ${this.#partCount}`;
    this.#assembler.openOpaque(key, 'other', opaqueBlock({ type: 'metadata', callId, providerOptions }));
    this.#assembler.close(key);
  }

  #reasoned(id: string, part: JsonObject): JsonObject {
    const known = this.#reasoning.get(id);
    const metadata = metadataOf(part) ?? known?.metadata;
    const text = (known?.text ?? '') + textIn(part, 'delta');
    this.#reasoning.set(id, { text, metadata });
    const back = { type: 'reasoning', text, providerOptions: metadata };
    return opaqueBlock({ type: 'part', part: back });
  }

  #readCall(part: JsonObject): void {
    if (getOwn(part, 'providerExecuted') === true) return this.#addPart(executedCall(part));
    const id = textIn(part, 'toolCallId');
    const input = textIn(part, 'input');
    const key = `call ${id}`;
    this.#begin();
    if (this.#assembler.block(key) === undefined) this.#openCall(id, part);
    // The complete input replaces what was streamed.
    if (this.#endedInputs.has(id) || input !== '') this.#assembler.setInput(key, input, 0);
    this.#assembler.close(key);
    this.#endedInputs.delete(id);
    this.#addMetadata(part, id);
  }

  #finish(part: JsonObject): void {
    this.#begin();
    for (const id of this.#endedInputs) this.#assembler.close(`call ${id}`);
    this.#assembler.setUsage(usageOf(getOwn(part, 'usage')));
    this.#assembler.setStop(stopReason(getOwn(part, 'finishReason'), this.#assembler.hasCall()));
    this.#isOver = true;
    this.#assembler.end(undefined);
  }
}

/** A call that the provider itself has carried out. */
function executedCall(part: JsonObject): JsonObject {
  return {
    type: 'tool-call',
    toolCallId: textIn(part, 'toolCallId'),
    toolName: textIn(part, 'toolName'),
    input: parsed(textIn(part, 'input')),
    providerExecuted: true,
    ...optionsOf(part),
  };
}

function toolResult(part: JsonObject): JsonObject {
  return {
    type: 'tool-result',
    toolCallId: textIn(part, 'toolCallId'),
    toolName: textIn(part, 'toolName'),
    output: { type: 'json', value: part['result'] ?? null },
    ...optionsOf(part),
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
