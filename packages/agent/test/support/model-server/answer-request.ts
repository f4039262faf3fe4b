import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Route } from './api.ts';
import { FORMS } from './encode/forms.ts';
import { piecesOf, streamFrames, wholeFrames, type Frame } from './encode/frames.ts';
import { isBlock, messageOf, type Message } from './message.ts';
import { pause, playFrames, untilAborted } from './play-frames.ts';
import { now, type AnswerEnd, type Mark, type RecordedRequest } from './recorded-request.ts';
import type { Answer, MessageAnswer, Piece } from './script.ts';

export interface Exchange {
  readonly request: RecordedRequest;
  readonly route: Route;
  readonly response: ServerResponse;
  readonly gone: AbortSignal;
  readonly marks: Mark[];
  /** Unlike that of any other message. */
  readonly id: string;
  /** Called before the first byte. */
  sent(message: Message, isWhole: boolean): void;
}

/** Sends what the script says, in the form of the request's API. */
export async function answerRequest(answer: Answer, exchange: Exchange): Promise<AnswerEnd> {
  if ('content' in answer) return await sendMessage(answer, exchange);
  if ('raw' in answer) {
    const headers = { 'content-type': EVENT_STREAM, ...answer.headers };
    return await sendFrames(rawFrames(answer.raw), answer.status ?? 200, headers, exchange);
  }
  for (const each of answer.before ?? []) await pause(each, exchange.gone);
  if ('connection' in answer) {
    if (answer.connection === 'silent') await untilAborted(exchange.gone);
    if (exchange.gone.aborted) return 'client-gone';
    exchange.response.destroy();
    return 'cut';
  }
  const { status, headers, body } = answer;
  const error = answer.error ?? { type: 'api_error', message: `Scripted status ${status}.` };
  const text = body ?? JSON.stringify(FORMS[exchange.route.api].errorBody(status, error));
  const frames: Frame[] = [{ type: 'bytes', bytes: text, mark: { what: 'end', block: -1 } }];
  return await sendFrames(frames, status, { 'content-type': JSON_TYPE, ...headers }, exchange);
}

const EVENT_STREAM = 'text/event-stream; charset=utf-8';
const JSON_TYPE = 'application/json';

async function sendMessage(answer: MessageAnswer, exchange: Exchange): Promise<AnswerEnd> {
  const { request, route } = exchange;
  const form = FORMS[route.api];
  const message = messageOf(answer, route.api, request.model, exchange.id);
  exchange.sent(message, isWhole(answer));
  const { chunkBytes } = answer;
  if (!request.isStreamed) {
    const frames = wholeFrames(answer, JSON.stringify(form.whole(message)));
    return await sendFrames(
      frames,
      200,
      { 'content-type': JSON_TYPE, ...answer.headers },
      exchange,
      chunkBytes,
    );
  }
  const encoder = form.createEncoder(message, { body: request.body, isArray: route.isArray });
  const type = route.isArray ? JSON_TYPE : EVENT_STREAM;
  const headers = { 'content-type': type, 'cache-control': 'no-cache', ...answer.headers };
  return await sendFrames(streamFrames(answer, message, encoder), 200, headers, exchange, chunkBytes);
}

async function sendFrames(
  frames: Iterable<Frame>,
  status: number,
  headers: Readonly<Record<string, string>>,
  { response, gone, marks }: Exchange,
  chunkBytes?: number,
): Promise<AnswerEnd> {
  response.writeHead(status, headers);
  response.flushHeaders();
  marks.push({ what: 'headers', block: -1, at: now() });
  return await playFrames(frames, { response, gone, marks, chunkBytes });
}

function* rawFrames(raw: Extract<Answer, { raw: unknown }>['raw']): Generator<Frame> {
  for (const piece of raw) {
    if (typeof piece === 'string' || piece instanceof Uint8Array) yield { type: 'bytes', bytes: piece };
    else yield piece.type === 'error' ? { type: 'cut' } : piece;
  }
}

/** Whether all of the message is sent, as far as the script says. */
function isWhole({ content }: MessageAnswer): boolean {
  const pieces = content.flatMap((item): readonly Piece[] => (isBlock(item) ? piecesOf(item) : [item]));
  return !pieces.some((piece) => typeof piece !== 'string' && BREAKS.has(piece.type));
}

const BREAKS: ReadonlySet<string> = new Set(['cut', 'silence', 'end', 'error']);

export function abortedWhenGone(request: IncomingMessage, response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const end = (): void => {
    if (!response.writableFinished) gone.abort();
  };
  response.on('close', end);
  request.on('error', end);
  response.on('error', end);
  return gone.signal;
}
