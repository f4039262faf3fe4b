import type { Readable, Writable } from 'node:stream';
import { asError } from '@sluice/base';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { hasMethodInEnds, idInEnds } from '../transport/id-in-ends.ts';
import { INVALID_REQUEST, readMessage } from '../transport/json-rpc.ts';
import { LineReader } from '../transport/line-reader.ts';

/** A longer line is answered with an error, if it is a request, and skipped. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;
const TOO_LONG = 'The message is longer than 32 MiB. Pass long data in a file.';

/** Messages that are handled without the protocol's package. */
export interface DirectMessages {
  /** False: it is for the package. */
  take(message: JSONRPCMessage): boolean;
  /** The client has disconnected. */
  close(): void;
}

/**
 * One client on two streams, a message a line. Lines are read in linear time; the package's own transport copies everything
 * that has come of a line with each piece, and ends the connection above its limit.
 */
export class StdioWire implements Transport {
  onmessage?: Transport['onmessage'];
  onerror?: Transport['onerror'];
  onclose?: Transport['onclose'];
  /** Is offered each message before `onmessage`, but never before one that came earlier. Default: none. */
  direct?: DirectMessages;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #lines = new LineReader(MAX_LINE_BYTES);
  #isClosed = false;
  /** Since input last came, `onmessage` got a message, which may still be on its way. */
  #isBusy = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  start(): Promise<void> {
    this.#input.on('data', this.#onData);
    this.#input.on('error', this.#onError);
    for (const event of ['end', 'close']) this.#input.once(event, this.#onEnd);
    // Stays: a client that goes away makes writes fail, however late.
    this.#output.on('error', this.#onBrokenOutput);
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(this.#onEnd);
    return Promise.resolve();
  }

  /** Rejects if the client doesn't read it. */
  send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('The client has disconnected.'));
    return new Promise((resolve, reject) => {
      this.#output.write(`${JSON.stringify(message)}\n`, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    this.#input.off('data', this.#onData);
    this.#input.off('error', this.#onError);
    for (const event of ['end', 'close']) this.#input.off(event, this.#onEnd);
    this.#input.pause();
    this.direct?.close();
    this.onclose?.();
    return Promise.resolve();
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#isBusy = false;
    for (const piece of this.#lines.take(chunk)) {
      if (this.#isClosed) return;
      if (piece.type === 'line') this.#take(piece.text);
      else if (piece.type === 'too-long') this.#refuse(piece.start, piece.end);
    }
  };

  readonly #onError = (error: Error): void => this.onerror?.(error);

  readonly #onEnd = (): void => void this.close();

  readonly #onBrokenOutput = (error: Error): void => {
    if (this.#isClosed) return;
    this.onerror?.(error);
    void this.close();
  };

  /** What is not JSON is skipped: programs that a client starts print there by mistake. */
  #take(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return;
    }
    if (!isMessage(message))
      return this.onerror?.(new Error('A line from the client is not a JSON-RPC message.'));
    if (!this.#isBusy && this.direct?.take(message) === true) return;
    this.#isBusy = true;
    this.onmessage?.(message);
  }

  #refuse(start: string, end: string): void {
    this.onerror?.(new Error(TOO_LONG));
    const id = idInEnds(start, end);
    // An answer of the client has an id too, but no method.
    if (id === undefined || !hasMethodInEnds(start, end)) return;
    const error = { code: INVALID_REQUEST, message: TOO_LONG };
    this.send({ jsonrpc: '2.0', id, error }).catch((reason: unknown) => this.onerror?.(asError(reason)));
  }
}

/** By its outline: the protocol's own code checks the rest. */
function isMessage(value: unknown): value is JSONRPCMessage {
  return readMessage(value) !== undefined;
}
