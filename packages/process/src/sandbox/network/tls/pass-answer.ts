import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { errorText } from '@sluice/base';
import { answerResponse } from '../answer-response.ts';
import { carriedHeaders } from '../carried-headers.ts';
import { keepsLength, type ExchangeTables } from './exchange-tables.ts';
import { exchangeText } from './exchange-headers.ts';
import { isPlainBody, replacingStream } from './replacing-stream.ts';

/** Forwards a response to the client, with placeholders for the secrets in it. Never rejects. */
export async function passAnswer(
  incoming: IncomingMessage,
  request: IncomingMessage,
  response: ServerResponse,
  { back }: Pick<ExchangeTables, 'back'>,
): Promise<void> {
  const { headers, statusCode = 502 } = incoming;
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    incoming.destroy();
    return answerResponse(request, response, {
      status: 502,
      text: `The transfer coding ${coding} of the response is not supported.`,
    });
  }
  const isReplaced = isPlainBody(headers['content-encoding']) && back.replacements.length > 0;
  const hasBody =
    request.method !== 'HEAD' && ![204, 304].includes(statusCode) && headers['content-length'] !== '0';
  const losesLength = isReplaced && hasBody && !keepsLength(back);
  try {
    response.sendDate = false;
    // The connections to the host and the client start and end together.
    if (headers.connection?.toLowerCase().includes('close') === true) response.shouldKeepAlive = false;
    const kept = passedHeaders(incoming, back).filter(
      ([name]) => !losesLength || name.toLowerCase() !== 'content-length',
    );
    response.writeHead(statusCode, phraseOf(incoming), kept.flat());
  } catch (error) {
    incoming.destroy();
    const reason = errorText(error);
    return answerResponse(request, response, {
      status: 502,
      text: `The response can't be forwarded: ${reason}`,
    });
  }
  try {
    if (isReplaced) await pipeline(incoming, replacingStream(back), response, { end: false });
    else await pipeline(incoming, response, { end: false });
    const trailers = pairsOf(incoming.rawTrailers).map(([name, value]): [string, string] => [
      name,
      exchangeText(back, value),
    ]);
    if (trailers.length > 0) response.addTrailers(trailers);
    response.end();
  } catch {
    // The client must not take a part for the whole.
    response.destroy();
  }
}

/** Headers with secrets replaced by placeholders. */
export function passedHeaders(
  incoming: IncomingMessage,
  back: ExchangeTables['back'],
): readonly (readonly [string, string])[] {
  return pairsOf(carriedHeaders(incoming)).map(([name, value]) => [name, exchangeText(back, value)]);
}

/** The standard phrase of a status: the host's own phrase is for people only and could contain a secret. */
export function phraseOf({ statusCode = 502 }: IncomingMessage): string {
  return STATUS_CODES[statusCode] ?? '';
}

export function pairsOf(headers: readonly string[]): readonly (readonly [string, string])[] {
  return headers.flatMap((name, index) =>
    index % 2 === 0 ? [[name, headers[index + 1] ?? ''] as const] : [],
  );
}
