import type { BlockDelta, JsonObject, ModelEvent, ModelFailure, ModelUsage, StopReason } from '@sluice/core';
import { blockCut, blockStop, startedBlock, type ContentBlockState } from './content-block.ts';
import type { DecodedEvent } from './decoded-event.ts';
import { madeCallId } from './made-call-id.ts';
import { tooLongText } from './too-long-text.ts';
import { WholePairs } from './whole-pairs.ts';

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
type BlockKey = number | string;

interface MessageHead {
  readonly id?: string | undefined;
  readonly model?: string | undefined;
  readonly usage?: Partial<ModelUsage>;
}

interface NewCall {
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

/**
 * Assembles messages from their pieces, for every API. State that changes is read through functions: V8 allocates a literal with a getter
 * directly among the old objects, which keeps what it refers to, such as a message's text, alive until the next full collection.
 */
export class MessageAssembler {
  readonly #options: AssemblerOptions;
  readonly #told = new Set<string>();
  readonly #pairs = new WholePairs();
  #message: OpenMessage | undefined;
  #messageCount = 0;

  constructor(options: AssemblerOptions) {
    this.#options = options;
  }

  isOpen(): boolean {
    return this.#message !== undefined;
  }

  /** A call of the message has ended. */
  hasCall(): boolean {
    return this.#message?.hasCall === true;
  }

  /** A message begins; the previous one must have ended. */
  start(head: MessageHead): void {
    this.#start(head);
  }

  block(key: BlockKey): ContentBlockState | undefined {
    return this.#message?.blocks.get(key);
  }

  /** Opens a block, with the next number if `index` is omitted. Starts the message if it has not begun. */
  openText(key: BlockKey, index?: number): void {
    this.#open(key, { kind: 'text', index: this.#indexOr(index), text: '', isDamaged: false });
  }

  openCall(key: BlockKey, { id, name, startInput }: NewCall, index?: number): void {
    const identity = { id: this.#callId(id), name: this.#options.toolName(name) };
    const place = { kind: 'call', index: this.#indexOr(index) } as const;
    this.#open(key, { ...place, ...identity, startInput, text: '', isDamaged: false });
  }

  openOpaque(key: BlockKey, of: 'thinking' | 'other', block: JsonObject, index?: number): void {
    const place = { kind: 'opaque', index: this.#indexOr(index), api: this.#options.api, of } as const;
    this.#open(key, { ...place, block, size: 0, inputText: '', isDamaged: false });
  }

  /** Does nothing if no such block of that kind is open. */
  addText(key: BlockKey, text: string, line: number): void {
    const state = this.block(key);
    if (state?.kind !== 'text' || state.isDamaged || text === '') return;
    if (!this.#fits(state, state.text.length, text.length, line)) return;
    state.text += text;
    this.#delta(state.index, this.#pairs.add(state.index, { type: 'text', text }));
  }

  addInput(key: BlockKey, json: string, line: number): void {
    const state = this.block(key);
    if (state?.kind !== 'call' || state.isDamaged || json === '') return;
    if (!this.#fits(state, state.text.length, json.length, line)) {
      state.text = '';
      return;
    }
    state.text += json;
    this.#delta(state.index, this.#pairs.add(state.index, { type: 'input', json }));
  }

  /** The complete input; replaces earlier pieces. */
  setInput(key: BlockKey, json: string, line: number): void {
    const state = this.block(key);
    if (state?.kind !== 'call' || state.isDamaged) return;
    if (this.#fits(state, 0, json.length, line)) state.text = json;
  }

  /** The complete block; replaces earlier pieces. */
  setOpaque(key: BlockKey, block: JsonObject): void {
    const state = this.block(key);
    if (state?.kind === 'opaque') state.block = block;
  }

  changeOpaque(key: BlockKey, { delta, block, inputText = '', size }: OpaqueChange, line: number): void {
    const state = this.block(key);
    if (state?.kind !== 'opaque' || state.isDamaged) return;
    if (!this.#fits(state, state.size, size, line)) return;
    state.size += size;
    state.block = block ?? state.block;
    state.inputText += inputText;
    this.#delta(state.index, this.#pairs.add(state.index, delta));
  }

  #delta(index: number, delta: BlockDelta | undefined): void {
    if (delta !== undefined) this.#options.emit({ type: 'block-delta', index, delta });
  }

  close(key: BlockKey): void {
    this.#finish(key, 'whole');
  }

  cut(key: BlockKey): void {
    this.#finish(key, 'cut');
  }

  /** Replaces the given counts and keeps the others. */
  setUsage(usage: Partial<ModelUsage>): void {
    const current = this.#openMessage();
    const details = { ...current.usage.details, ...usage.details };
    current.usage = { ...current.usage, ...usage };
    if (Object.keys(details).length > 0) current.usage = { ...current.usage, details };
    current.reported.input ||= isInputCounted(usage);
    current.reported.output ||= usage.outputTokens !== undefined;
  }

  setStop(reason: StopReason): void {
    this.#openMessage().said = reason;
  }

  problem(code: Problem['code'], message: string, line: number | undefined): void {
    this.#options.emit({ type: 'problem', code, message, line });
  }

  /** Reports a problem once per `key`. */
  problemOnce(key: string, code: Problem['code'], message: string, line: number | undefined): void {
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.problem(code, message, line);
  }

  /** An event was lost: open blocks may lack a part, and their calls are rejected. */
  loseEvent(): void {
    for (const state of this.#message?.blocks.values() ?? []) {
      if (state.kind !== 'text') state.isDamaged = true;
    }
  }

  /** The message is complete, except for blocks that are still open. */
  end(line: number | undefined): void {
    if (this.#message === undefined) return;
    if (this.#message.blocks.size > 0) this.problem('stream-cut', OPEN_AT_END, line);
    this.#cutAll();
    const { said, reported, hasCall } = this.#message;
    const isIncomplete = reported.input && reported.output ? undefined : (true as const);
    const usage = { ...this.#message.usage, isIncomplete };
    this.#message = undefined;
    const stopReason = said ?? (hasCall ? 'tool_use' : 'end_turn');
    this.#options.emit({ type: 'message-end', stopReason, usage, said });
  }

  /** The message or the request has failed: what is open is rejected. */
  fail(failure: ModelFailure, line: number | undefined): void {
    this.#cutAll();
    const said = this.#message?.said;
    this.#message = undefined;
    this.#options.emit({ type: 'failed', failure, line, said });
  }

  #start({ id, model, usage }: MessageHead): OpenMessage {
    const { callIdPrefix = '', emit } = this.#options;
    this.#messageCount += 1;
    const opened: OpenMessage = {
      idSeed: `${callIdPrefix}${id === undefined || id === '' ? this.#messageCount : id}`,
      blocks: new Map(),
      callIds: new Set(),
      usage: { ...NO_USAGE, ...usage },
      // Output counted at the start of a stream is not final.
      reported: { input: isInputCounted(usage), output: false },
      said: undefined,
      nextIndex: 0,
      hasCall: false,
    };
    this.#message = opened;
    emit({ type: 'message-start', id, model, usage: opened.usage });
    return opened;
  }

  #openMessage(): OpenMessage {
    return this.#message ?? this.#start({});
  }

  #open(key: BlockKey, state: ContentBlockState): void {
    const { blocks } = this.#openMessage();
    // Reinsert a reused key at the end, so that blocks stay in start order.
    blocks.delete(key);
    blocks.set(key, state);
    this.#options.emit({ type: 'block-start', index: state.index, block: startedBlock(state) });
  }

  #indexOr(given: number | undefined): number {
    if (given !== undefined) return given;
    const current = this.#openMessage();
    current.nextIndex += 1;
    return current.nextIndex - 1;
  }

  #callId(given: string | undefined): string | undefined {
    const { callIds, idSeed } = this.#openMessage();
    if (this.#options.callIdPrefix === undefined) return given;
    let id = given ?? madeCallId(idSeed, callIds.size);
    for (let number = callIds.size; callIds.has(id); number += 1) id = madeCallId(idSeed, number);
    callIds.add(id);
    return id;
  }

  /** Counts characters against the limit. False if the block exceeds it, which is reported once. */
  #fits(state: ContentBlockState, length: number, added: number, line: number): boolean {
    const { maxBlockChars } = this.#options;
    if (length + added <= maxBlockChars) return true;
    state.isDamaged = true;
    this.problem('line-too-long', tooLongText(state, maxBlockChars), line);
    return false;
  }

  #finish(key: BlockKey, end: 'whole' | 'cut' | 'cut-at-end'): void {
    const message = this.#message;
    const state = message?.blocks.get(key);
    if (message === undefined || state === undefined) return;
    message.blocks.delete(key);
    this.#delta(state.index, this.#pairs.end(state.index));
    if (state.kind === 'call') message.hasCall = true;
    this.#options.emit(end === 'whole' ? blockStop(state) : blockCut(state, end === 'cut-at-end'));
  }

  #cutAll(): void {
    for (const key of this.#message?.blocks.keys() ?? []) this.#finish(key, 'cut-at-end');
  }
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
