import type { BlockDelta, JsonObject, ModelEvent, ModelFailure, ModelUsage, StopReason } from '@sluice/core';
import { blockCut, blockStop, startedBlock, type ContentBlockState } from './content-block.ts';
import type { DecodedEvent } from './decoded-event.ts';
import { madeCallId } from './made-call-id.ts';

export interface AssemblerOptions {
  /** The API that its opaque blocks belong to. */
  readonly api: string;
  readonly emit: (event: DecodedEvent) => void;
  /** Maximum characters of one block, including a call's input; a longer call is rejected. */
  readonly maxBlockChars: number;
  /**
   * Prefix of generated ids, followed by counters, for calls whose id is missing or already used in the
   * message. Undefined: ids are left unchanged.
   */
  readonly callIdPrefix: string | undefined;
  /** Maps the API's name of a tool to the real name. */
  readonly toolName: (wireName: string) => string;
}

/** How a reader identifies a block: the API's number, or a name of its own. */
export type BlockKey = number | string;

/**
 * Assembles messages from their pieces, for every API. State that changes is read through functions: V8
 * allocates a literal with a getter directly among the old objects, which keeps what it refers to, such as a
 * message's text, alive until the next full collection.
 */
export interface MessageAssembler {
  isOpen(): boolean;
  /** A call of the message has ended. */
  hasCall(): boolean;
  /** A message begins; the previous one must have ended. */
  start(head: MessageHead): void;
  block(key: BlockKey): ContentBlockState | undefined;
  /** Opens a block, with the next number if `index` is omitted. Starts the message if it has not begun. */
  openText(key: BlockKey, index?: number): void;
  openCall(key: BlockKey, call: NewCall, index?: number): void;
  openOpaque(key: BlockKey, of: 'thinking' | 'other', block: JsonObject, index?: number): void;
  /** Does nothing if no such block of that kind is open. */
  addText(key: BlockKey, text: string, line: number): void;
  addInput(key: BlockKey, json: string, line: number): void;
  /** The complete input; replaces earlier pieces. */
  setInput(key: BlockKey, json: string, line: number): void;
  /** The complete block; replaces earlier pieces. */
  setOpaque(key: BlockKey, block: JsonObject): void;
  changeOpaque(key: BlockKey, change: OpaqueChange, line: number): void;
  close(key: BlockKey): void;
  cut(key: BlockKey): void;
  /** Replaces the given counts and keeps the others. */
  setUsage(usage: Partial<ModelUsage>): void;
  setStop(reason: StopReason): void;
  problem(code: Problem['code'], message: string, line: number | undefined): void;
  /** Reports a problem once per `key`. */
  problemOnce(key: string, code: Problem['code'], message: string, line: number | undefined): void;
  /** An event was lost: open blocks may lack a part, and their calls are rejected. */
  loseEvent(): void;
  /** The message is complete, except for blocks that are still open. */
  end(line: number | undefined): void;
  /** The message or the request has failed: what is open is rejected. */
  fail(failure: ModelFailure, line: number | undefined): void;
}

export interface MessageHead {
  readonly id?: string | undefined;
  readonly model?: string | undefined;
  readonly usage?: Partial<ModelUsage>;
}

export interface NewCall {
  readonly id: string | undefined;
  readonly name: string;
  readonly startInput?: unknown;
}

export interface OpaqueChange {
  readonly delta: BlockDelta;
  readonly block?: JsonObject;
  /** A piece of the JSON text of its `input`. */
  readonly inputText?: string;
  readonly size: number;
}

type Problem = Extract<ModelEvent, { type: 'problem' }>;

interface OpenMessage {
  readonly idSeed: string;
  readonly blocks: Map<BlockKey, ContentBlockState>;
  readonly callIds: Set<string>;
  usage: ModelUsage;
  /** Whether the input and the output were counted. */
  reported: { input: boolean; output: boolean };
  said: StopReason | undefined;
  nextIndex: number;
  hasCall: boolean;
}

const NO_USAGE: ModelUsage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

export function createMessageAssembler(options: AssemblerOptions): MessageAssembler {
  const { api, emit, maxBlockChars, callIdPrefix, toolName } = options;
  const told = new Set<string>();
  let message: OpenMessage | undefined;
  let messageCount = 0;

  function problem(code: Problem['code'], text: string, line: number | undefined): void {
    emit({ type: 'problem', code, message: text, line });
  }

  function start({ id, model, usage }: MessageHead): OpenMessage {
    messageCount += 1;
    const opened: OpenMessage = {
      idSeed: `${callIdPrefix ?? ''}${id === undefined || id === '' ? messageCount : id}`,
      blocks: new Map(),
      callIds: new Set(),
      usage: { ...NO_USAGE, ...usage },
      // Output counted at the start of a stream is not final.
      reported: { input: isInputCounted(usage), output: false },
      said: undefined,
      nextIndex: 0,
      hasCall: false,
    };
    message = opened;
    emit({ type: 'message-start', id, model, usage: opened.usage });
    return opened;
  }

  function openMessage(): OpenMessage {
    return message ?? start({});
  }

  function open(
    key: BlockKey,
    index: number | undefined,
    create: (index: number) => ContentBlockState,
  ): void {
    const { blocks } = openMessage();
    const state = create(index ?? nextIndex());
    // Reinsert a reused key at the end, so that blocks stay in start order.
    blocks.delete(key);
    blocks.set(key, state);
    emit({ type: 'block-start', index: state.index, block: startedBlock(state) });
  }

  function nextIndex(): number {
    const current = openMessage();
    current.nextIndex += 1;
    return current.nextIndex - 1;
  }

  function callId(given: string | undefined): string | undefined {
    const { callIds, idSeed } = openMessage();
    if (callIdPrefix === undefined) return given;
    let id = given ?? madeCallId(idSeed, callIds.size);
    for (let number = callIds.size; callIds.has(id); number += 1) id = madeCallId(idSeed, number);
    callIds.add(id);
    return id;
  }

  /** Counts characters against the limit. False if the block exceeds it, which is reported once. */
  function fits(state: ContentBlockState, length: number, added: number, line: number): boolean {
    if (length + added <= maxBlockChars) return true;
    state.isDamaged = true;
    problem('line-too-long', tooLongText(state, maxBlockChars), line);
    return false;
  }

  function finish(key: BlockKey, end: 'whole' | 'cut' | 'cut-at-end'): void {
    const state = message?.blocks.get(key);
    if (message === undefined || state === undefined) return;
    message.blocks.delete(key);
    if (state.kind === 'call') message.hasCall = true;
    emit(end === 'whole' ? blockStop(state) : blockCut(state, end === 'cut-at-end'));
  }

  function cutAll(): void {
    for (const key of message?.blocks.keys() ?? []) finish(key, 'cut-at-end');
  }

  return {
    isOpen: () => message !== undefined,
    hasCall: () => message?.hasCall === true,
    start,
    block: (key) => message?.blocks.get(key),
    openText(key, index) {
      open(key, index, (number) => ({ kind: 'text', index: number, text: '', isDamaged: false }));
    },
    openCall(key, { id, name, startInput }, index) {
      const identity = { id: callId(id), name: toolName(name) };
      open(key, index, (number) => ({
        kind: 'call',
        index: number,
        ...identity,
        startInput,
        text: '',
        isDamaged: false,
      }));
    },
    openOpaque(key, of, block, index) {
      open(key, index, (number) => ({
        kind: 'opaque',
        index: number,
        api,
        of,
        block,
        size: 0,
        inputText: '',
        isDamaged: false,
      }));
    },
    addText(key, text, line) {
      const state = message?.blocks.get(key);
      if (state?.kind !== 'text' || state.isDamaged || text === '') return;
      if (!fits(state, state.text.length, text.length, line)) return;
      state.text += text;
      emit({ type: 'block-delta', index: state.index, delta: { type: 'text', text } });
    },
    addInput(key, json, line) {
      const state = message?.blocks.get(key);
      if (state?.kind !== 'call' || state.isDamaged || json === '') return;
      if (!fits(state, state.text.length, json.length, line)) {
        state.text = '';
        return;
      }
      state.text += json;
      emit({ type: 'block-delta', index: state.index, delta: { type: 'input', json } });
    },
    setInput(key, json, line) {
      const state = message?.blocks.get(key);
      if (state?.kind !== 'call' || state.isDamaged) return;
      if (fits(state, 0, json.length, line)) state.text = json;
    },
    setOpaque(key, block) {
      const state = message?.blocks.get(key);
      if (state?.kind === 'opaque') state.block = block;
    },
    changeOpaque(key, { delta, block, inputText = '', size }, line) {
      const state = message?.blocks.get(key);
      if (state?.kind !== 'opaque' || state.isDamaged) return;
      if (!fits(state, state.size, size, line)) return;
      state.size += size;
      state.block = block ?? state.block;
      state.inputText += inputText;
      emit({ type: 'block-delta', index: state.index, delta });
    },
    close: (key) => finish(key, 'whole'),
    cut: (key) => finish(key, 'cut'),
    setUsage(usage) {
      const current = openMessage();
      current.usage = { ...current.usage, ...usage };
      current.reported.input ||= isInputCounted(usage);
      current.reported.output ||= usage.outputTokens !== undefined;
    },
    setStop(reason) {
      openMessage().said = reason;
    },
    problem,
    problemOnce(key, code, text, line) {
      if (told.has(key)) return;
      told.add(key);
      problem(code, text, line);
    },
    loseEvent() {
      for (const state of message?.blocks.values() ?? []) {
        if (state.kind !== 'text') state.isDamaged = true;
      }
    },
    end(line) {
      if (message === undefined) return;
      if (message.blocks.size > 0) problem('stream-cut', OPEN_AT_END, line);
      cutAll();
      const { said, reported, hasCall } = message;
      const isIncomplete = reported.input && reported.output ? undefined : (true as const);
      const usage = { ...message.usage, isIncomplete };
      message = undefined;
      const stopReason = said ?? (hasCall ? 'tool_use' : 'end_turn');
      emit({ type: 'message-end', stopReason, usage, said });
    },
    fail(failure, line) {
      cutAll();
      const said = message?.said;
      message = undefined;
      emit({ type: 'failed', failure, line, said });
    },
  };
}

/** No request is empty, so a server that reports zero has not counted. */
function isInputCounted({
  inputTokens = 0,
  cacheReadTokens = 0,
  cacheWriteTokens = 0,
}: Partial<ModelUsage> = {}): boolean {
  return inputTokens + cacheReadTokens + cacheWriteTokens > 0;
}

const OPEN_AT_END =
  'The message stops while a content block is open; calls that were not closed are refused.';

function tooLongText(state: ContentBlockState, cap: number): string {
  switch (state.kind) {
    case 'text':
      return `A text of the message is longer than ${cap} characters; the rest is left out.`;
    case 'call':
      return `The input of a call is longer than ${cap} characters; the call is refused.`;
    case 'opaque':
      return `A block of the message is longer than ${cap} characters; it is left out.`;
    default:
      return state satisfies never;
  }
}
