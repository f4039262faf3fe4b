import { randomUUID } from 'node:crypto';
import {
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequiredResult,
} from '@modelcontextprotocol/server';
import type { InputValidator, JsonObject } from '@sluice/core';
import { isLoop } from '../instances.ts';
import type { ClientCapabilities } from './client-capabilities.ts';
import type { ClientLink } from './client-link.ts';
import { Exchange, type Attachment } from './exchange.ts';
import { inputHash } from './input-hash.ts';
import { readRequestState, signRequestState } from './request-state.ts';
import { runCall, type ServedCall } from './run-call.ts';
import { StoredResults } from './stored-results.ts';
import type { ClientEngine, ToolHost } from './tool-host.ts';

const LOOP_TEXT =
  'This call has come back to the server that forwarded it: remove one of the servers that refer to each other.';

/** How long a question waits for an answer. */
const ANSWER_WAIT_MS = 5 * 60_000;
/** Above this, the client that was used least recently is forgotten, unless a call of it runs. */
const MAX_CLIENTS = 1_000;

export interface ServingOptions {
  readonly host: ToolHost;
  readonly validator: InputValidator;
  /** Signs what clients hand back with a retry: 32 bytes that outlive this process. */
  readonly stateKey: Uint8Array;
  /** Default: five minutes. */
  readonly answerWaitMs?: number | undefined;
}

/** A call as a client without connections makes it, for the first time or again. */
export interface StatelessCall {
  readonly name: string;
  readonly input: JsonObject;
  /** Gateways that it has come through. */
  readonly instances: readonly string[];
  readonly capabilities: ClientCapabilities;
  readonly requestState: string | undefined;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly attachment: Attachment;
}

/** One client: its engine, its long results, and those of its calls that wait for an answer. */
export class ServedClient {
  readonly results = new StoredResults();
  readonly #engine: ClientEngine;
  readonly #serving: Serving;
  readonly #exchanges = new Map<string, Exchange>();
  /** Calls that wait for others. */
  #blocked = 0;
  readonly #running = new Set<Promise<CallToolResult>>();

  constructor(serving: Serving) {
    this.#serving = serving;
    this.#engine = serving.host.openClient();
  }

  get tools(): ToolHost {
    return this.#serving.host;
  }

  /** It has calls that run, or that wait for an answer. */
  get isBusy(): boolean {
    return this.#running.size > 0 || this.#exchanges.size > 0;
  }

  async run(call: Omit<ServedCall, 'onBlocked'>): Promise<CallToolResult> {
    const { host, validator, links } = this.#serving;
    if (host.pool.find(call.name) === undefined) await host.arrival?.(call.name);
    const tool = host.pool.find(call.name);
    if (tool === undefined || !host.offers(tool))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownText(call.name, host));
    if (isLoop(call.instances)) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, LOOP_TEXT);
    const onBlocked = (isBlocked: boolean): void => {
      this.#blocked += isBlocked ? 1 : -1;
      this.#makeWay();
    };
    const options = { host, engine: this.#engine, results: this.results, validator, links };
    const running = runCall({ ...call, onBlocked }, options);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** Stops its calls. Resolves when they have their results. */
  async endCalls(): Promise<void> {
    await this.#engine.endMessages();
    await Promise.allSettled(this.#running);
  }

  /** A retry joins its call if that is still waiting; otherwise, the call starts again. */
  async step(call: StatelessCall): Promise<CallToolResult | InputRequiredResult> {
    const exchange = this.#joined(call) ?? this.#begun(call);
    const step = await exchange.next(call.attachment);
    if (step.kind === 'result') return step.result;
    this.#makeWay();
    const { id: callId, toolName: tool, inputHash: hash } = exchange;
    const expiresAt = Date.now() + this.#serving.answerWaitMs;
    const state = { callId, tool, inputHash: hash, round: exchange.nextRound(), expiresAt };
    const requestState = signRequestState(state, this.#serving.stateKey);
    return inputRequired({ inputRequests: step.requests, requestState });
  }

  close(): void {
    for (const exchange of this.#exchanges.values()) exchange.end();
    this.#exchanges.clear();
  }

  /** What only waits for an answer, which may never come, keeps no other call waiting. */
  #makeWay(): void {
    if (this.#blocked === 0) return;
    for (const exchange of this.#exchanges.values()) exchange.giveWay();
  }

  #joined({ name, input, requestState, responses }: StatelessCall): Exchange | undefined {
    if (requestState === undefined) return undefined;
    const state = readRequestState(requestState, this.#serving.stateKey);
    if (state === undefined) throw refused('requestState was not issued by this server');
    if (state.tool !== name || state.inputHash !== inputHash(input))
      throw refused('requestState belongs to another call: retry with the same tool and arguments');
    // After the wait, or a restart, the call is unknown: none of it has run, and its question is asked again.
    const exchange = state.expiresAt < Date.now() ? undefined : this.#exchanges.get(state.callId);
    exchange?.answer(responses);
    return exchange;
  }

  #begun({ name, input, instances, capabilities, requestState, responses }: StatelessCall): Exchange {
    const id = randomUUID();
    const exchange = new Exchange({
      id,
      toolName: name,
      inputHash: inputHash(input),
      capabilities,
      work: (link, signal) =>
        this.run({ name, input, instances, link, signal, onProgress: (data) => link.progress(data) }),
      early: requestState === undefined ? responses : {},
      waitMs: this.#serving.answerWaitMs,
      onOver: () => void this.#exchanges.delete(id),
    });
    this.#exchanges.set(id, exchange);
    return exchange;
  }
}

/** What all connections of a server share. */
export class Serving {
  readonly host: ToolHost;
  readonly validator: InputValidator;
  readonly stateKey: Uint8Array;
  readonly answerWaitMs: number;
  readonly links = new Map<string, ClientLink>();
  readonly #clients = new Map<string, ServedClient>();

  constructor({ host, validator, stateKey, answerWaitMs = ANSWER_WAIT_MS }: ServingOptions) {
    this.host = host;
    this.validator = validator;
    this.stateKey = stateKey;
    this.answerWaitMs = answerWaitMs;
  }

  /** The client of this name, which is opened at its first request. */
  client(name: string): ServedClient {
    const client = this.#clients.get(name) ?? new ServedClient(this);
    // Those that were used last are at the end.
    this.#clients.delete(name);
    this.#clients.set(name, client);
    if (this.#clients.size > MAX_CLIENTS) this.#forgetOldest();
    return client;
  }

  /** Clients without connections never say that they are gone: each new name would stay for good. */
  #forgetOldest(): void {
    const [idle] = [...this.#clients].find(([, { isBusy }]) => !isBusy) ?? [];
    if (idle !== undefined) this.leave(idle);
  }

  /** The client has disconnected: its calls are aborted. */
  leave(name: string): void {
    this.#clients.get(name)?.close();
    this.#clients.delete(name);
  }

  /** The client that made the call of this message; undefined once the call has ended. */
  linkOf(messageId: string): ClientLink | undefined {
    return this.links.get(messageId);
  }

  /** Stops all calls. Resolves when they are answered. */
  async endCalls(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.endCalls()));
    // Answers are written in the same turn as the results come.
    await new Promise((resolve) => setImmediate(resolve));
  }

  close(): void {
    for (const name of this.#clients.keys()) this.leave(name);
  }
}

function refused(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${message}.`, {
    reason: 'invalid_request_state',
  });
}

function unknownText(name: string, host: ToolHost): string {
  const { pool } = host;
  const gone = pool.whyGone(name);
  if (gone !== undefined) return `The tool ${name} is no longer available: ${gone}.`;
  const why = host.whyMissing?.(name);
  if (why !== undefined) return `The tool ${name.slice(0, 200)} is not available. ${why}`;
  const near = pool.near(name).filter((one) => {
    const tool = pool.find(one);
    return tool !== undefined && host.offers(tool);
  });
  return `Unknown tool ${JSON.stringify(name.slice(0, 200))}.${near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`}`;
}
