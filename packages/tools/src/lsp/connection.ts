import { getOwn, isJsonObject } from '@sluice/core';
import type { Readable, Writable } from 'node:stream';
import { framed, FrameReader } from './frame-reader.ts';

/** Why a request has no result. */
export class LanguageServerError extends Error {}

export interface ConnectionOptions {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly onNotification: (method: string, params: unknown) => void;
  /** Answers a request of the server. Undefined: the method is not supported. */
  readonly onRequest: (method: string, params: unknown) => unknown;
  /** The stream can't be read on. */
  readonly onBroken: (reason: string) => void;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

const METHOD_NOT_FOUND = -32601;
/** The content has changed meanwhile, or the server has canceled: the request may be made again. */
const AGAIN: ReadonlySet<unknown> = new Set([-32801, -32802]);
const TRIES = 3;

/** JSON-RPC with a language server: requests by id, in any order of answers. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #reader = new FrameReader();
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #closed: string | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    options.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  /** @throws LanguageServerError, or the signal's reason */
  async request(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#requestOnce(method, params, signal);
      } catch (error) {
        const code = error instanceof LanguageServerError ? error.cause : undefined;
        if (!AGAIN.has(code) || tried === TRIES) throw error;
      }
    }
  }

  #requestOnce(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    if (this.#closed !== undefined) return Promise.reject(new LanguageServerError(this.#closed));
    const id = this.#nextId;
    this.#nextId += 1;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const onAbort = (): void => {
      this.#waiting.delete(id);
      this.notify('$/cancelRequest', { id });
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    signal.addEventListener('abort', onAbort, { once: true });
    this.#waiting.set(id, { resolve, reject });
    this.#send({ jsonrpc: '2.0', id, method, params });
    return promise.finally(() => signal.removeEventListener('abort', onAbort));
  }

  notify(method: string, params: unknown): void {
    if (this.#closed === undefined) this.#send({ jsonrpc: '2.0', method, params });
  }

  /** Nothing is sent or read any more. @param reason what requests that wait are told, a sentence */
  close(reason: string): void {
    if (this.#closed !== undefined) return;
    this.#closed = reason;
    for (const { reject } of this.#waiting.values()) reject(new LanguageServerError(reason));
    this.#waiting.clear();
  }

  #send(message: object): void {
    this.#options.stdin.write(framed(message));
  }

  #read(chunk: Buffer): void {
    if (this.#closed !== undefined) return;
    for (const frame of this.#reader.take(chunk)) {
      if (frame.kind === 'message') this.#take(frame.text);
      else if (frame.kind === 'broken') this.#options.onBroken(frame.reason);
      // Whose answer it was is not known: servers answer in any order.
      else this.#failAll(`The server sent a message of ${frame.bytes} bytes, which is too long.`);
    }
  }

  #failAll(reason: string): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new LanguageServerError(reason));
  }

  #take(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    for (const one of Array.isArray(message) ? message : [message])
      if (isJsonObject(one)) this.#dispatch(one);
  }

  #dispatch(message: object): void {
    const method = getOwn(message, 'method');
    const id = getOwn(message, 'id');
    if (typeof method !== 'string') {
      if (typeof id === 'number') this.#settle(id, message);
      return;
    }
    const params = getOwn(message, 'params');
    if (id === undefined) {
      this.#options.onNotification(method, params);
      return;
    }
    const result = this.#options.onRequest(method, params);
    this.#send(
      result === undefined
        ? { jsonrpc: '2.0', id, error: { code: METHOD_NOT_FOUND, message: `${method} is not supported` } }
        : { jsonrpc: '2.0', id, result },
    );
  }

  #settle(id: number, message: object): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    const error = getOwn(message, 'error');
    if (error === undefined || error === null) {
      waiting.resolve(getOwn(message, 'result') ?? null);
      return;
    }
    const text = isJsonObject(error) ? getOwn(error, 'message') : undefined;
    const cause = isJsonObject(error) ? getOwn(error, 'code') : undefined;
    waiting.reject(
      new LanguageServerError(
        `The server answered with an error: ${typeof text === 'string' ? text : 'no reason given'}`,
        {
          cause,
        },
      ),
    );
  }
}
