import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { MAX_ANSWER_BYTES } from '../hook-limits.ts';
import { errorText, MAX_TIMER_MS } from '@sluice/base';
import type { HttpLimits } from './http-limits.ts';
import type { HttpHandler } from '../read/hook-handler.ts';
import { hookHeaders } from './hook-headers.ts';
import { urlProblem } from '../read/url-problem.ts';

/** The result of a POST. */
export type ServerRun =
  | { readonly status: 'answered'; readonly statusCode: number; readonly body: string }
  | { readonly status: 'timed-out'; readonly afterMs: number }
  | { readonly status: 'output-limit'; readonly limitBytes: number }
  | { readonly status: 'cancelled' }
  | { readonly status: 'not-answered'; readonly message: string };

interface ServerContext {
  readonly http: HttpLimits;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Sends the event to a server. Redirects aren't followed: nothing is sent to a URL that wasn't allowed. */
export async function askServer(
  handler: HttpHandler,
  input: string,
  signal: AbortSignal | undefined,
  { http, env }: ServerContext,
): Promise<ServerRun> {
  const problem = urlProblem(handler.url, http.urls);
  if (problem !== undefined) return { status: 'not-answered', message: problem };
  if (signal?.aborted === true) return { status: 'cancelled' };
  const url = new URL(handler.url);
  const body = Buffer.from(input);
  let request: ClientRequest;
  try {
    const headers = hookHeaders(handler, http.variables, env);
    const options = {
      method: 'POST',
      headers: {
        ...Object.fromEntries(headers),
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
      },
      // A connection of its own, so that none stays open when the session ends.
      agent: false,
    };
    request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
  } catch (error) {
    return { status: 'not-answered', message: errorText(error) };
  }
  return exchange(request, body, handler.timeoutMs, signal);
}

function exchange(
  request: ClientRequest,
  body: Buffer,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<ServerRun> {
  return new Promise((resolve) => {
    const end = (run: ServerRun): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      resolve(run);
      request.destroy();
    };
    const timer = setTimeout(
      () => end({ status: 'timed-out', afterMs: timeoutMs }),
      Math.min(timeoutMs, MAX_TIMER_MS),
    );
    const cancel = (): void => end({ status: 'cancelled' });
    signal?.addEventListener('abort', cancel);
    const fail = (message: string): void => end({ status: 'not-answered', message });
    let answer: IncomingMessage | undefined;
    request.on('error', (error) => {
      // A complete answer is valid, whatever comes after it.
      if (answer?.complete !== true) fail(messageOf(error));
    });
    request.on('close', () => {
      if (answer === undefined) fail('it ended the connection without an answer');
    });
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      fail('it tried to switch protocols (status 101) instead of answering');
    });
    request.on('response', (response) => {
      answer = response;
      read(response, end);
    });
    request.end(body);
  });
}

function read(response: IncomingMessage, end: (run: ServerRun) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) end({ status: 'output-limit', limitBytes: MAX_ANSWER_BYTES });
    else chunks.push(chunk);
  });
  response.on('error', (error) => end({ status: 'not-answered', message: messageOf(error) }));
  response.on('end', () =>
    end({ status: 'answered', statusCode: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
  );
}

/** If a name has several addresses, each has failed in its own way, and the error as a whole has no message. */
function messageOf(error: Error): string {
  if (error.message !== '') return error.message;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return first instanceof Error ? first.message : error.name;
}
