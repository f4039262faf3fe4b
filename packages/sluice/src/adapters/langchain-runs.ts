import { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import { AIMessage, AIMessageChunk } from '@langchain/core/messages';
import type { LLMResult } from '@langchain/core/outputs';
import type { ToolCall } from '@sluice/core';
import type { Step } from './steps.ts';
import { WrittenCalls } from './written-calls.ts';

/** A message that a model is writing. */
interface Writing {
  readonly step: Step;
  readonly calls: WrittenCalls;
  readonly ids: Set<string>;
  /** The run of the application that it belongs to. */
  readonly root: string;
  /** The application's, of the request. */
  readonly signal: AbortSignal | undefined;
}

/** Hears what models write, and starts calls that are whole and allowed. */
export class EarlyStart extends BaseCallbackHandler {
  readonly name = 'sluice';
  /** In the order in which things happen. */
  override awaitHandlers = true;
  /** Models that can stream do so. */
  readonly lc_prefer_streaming = true;
  readonly #open: () => Step;
  readonly #roots = new Map<string, string>();
  readonly #writing = new Map<string, Writing>();
  /** Messages whose calls the application has not run yet, by these calls. */
  readonly #written = new Map<string, Writing>();

  constructor(open: () => Step) {
    super();
    this.#open = open;
  }

  /** The step of a call that the application runs now. */
  take(callId: string): Step | undefined {
    const { step } = this.#written.get(callId) ?? {};
    this.#written.delete(callId);
    return step;
  }

  override handleChainStart(
    _chain: unknown,
    _inputs: unknown,
    runId: string,
    _runType?: string,
    _tags?: string[],
    _metadata?: unknown,
    _runName?: string,
    parentRunId?: string,
  ): void {
    this.#roots.set(runId, parentRunId === undefined ? runId : (this.#roots.get(parentRunId) ?? parentRunId));
  }

  override handleChainEnd(_outputs: unknown, runId: string): Promise<void> {
    return this.#ended(runId);
  }

  override handleChainError(_error: unknown, runId: string): Promise<void> {
    return this.#ended(runId);
  }

  override handleChatModelStart(
    _model: unknown,
    _messages: unknown,
    runId: string,
    parentRunId?: string,
    extra?: { readonly options?: unknown },
  ): void {
    const root = this.#roots.get(parentRunId ?? runId) ?? parentRunId ?? runId;
    const signal = signalOf(extra?.options);
    this.#writing.set(runId, { step: this.#open(), calls: new WrittenCalls(), ids: new Set(), root, signal });
  }

  override handleLLMNewToken(
    _token: string,
    _index: unknown,
    runId: string,
    _parentRunId?: string,
    _tags?: string[],
    fields?: { readonly chunk?: unknown },
  ): void {
    const message = messageOf(fields?.chunk);
    if (!AIMessageChunk.isInstance(message)) return;
    for (const { index, id, name, args } of message.tool_call_chunks ?? [])
      this.#piece(runId, index ?? id ?? 0, { id, name, args });
  }

  override async handleLLMEnd({ generations }: LLMResult, runId: string): Promise<void> {
    const writing = this.#writing.get(runId);
    if (writing === undefined) return;
    this.#writing.delete(runId);
    const message = messageOf(generations[0]?.[0]);
    const ids = AIMessage.isInstance(message) ? (message.tool_calls ?? []).map(({ id }) => id) : [];
    for (const id of ids) if (id !== undefined) this.#note(id, writing);
  }

  override async handleLLMError(_error: unknown, runId: string): Promise<void> {
    const writing = this.#writing.get(runId);
    this.#writing.delete(runId);
    if (writing !== undefined) await this.#discard(writing);
  }

  #piece(runId: string, key: string | number, piece: Parameters<WrittenCalls['add']>[1]): void {
    const writing = this.#writing.get(runId);
    const call: ToolCall | undefined = writing?.calls.add(key, piece);
    if (writing === undefined || call === undefined) return;
    this.#note(call.id, writing);
    // Not awaited: the stream of the model goes on meanwhile.
    void writing.step.startEarly(call, writing.signal);
  }

  #note(id: string, writing: Writing): void {
    writing.ids.add(id);
    this.#written.set(id, writing);
  }

  /** The application's run is over: what it has not run by now is withdrawn. */
  async #ended(runId: string): Promise<void> {
    const root = this.#roots.get(runId);
    this.#roots.delete(runId);
    if (root !== runId) return;
    const left = new Set([...this.#written.values()].filter((writing) => writing.root === root));
    await Promise.all([...left].map((writing) => this.#discard(writing)));
  }

  async #discard(writing: Writing): Promise<void> {
    for (const id of writing.ids) if (this.#written.get(id) === writing) this.#written.delete(id);
    await writing.step.discard();
  }
}

function signalOf(options: unknown): AbortSignal | undefined {
  const signal =
    typeof options === 'object' && options !== null && 'signal' in options ? options.signal : undefined;
  return signal instanceof AbortSignal ? signal : undefined;
}

function messageOf(generation: unknown): unknown {
  return typeof generation === 'object' && generation !== null && 'message' in generation
    ? generation.message
    : undefined;
}
