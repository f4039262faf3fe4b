import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './proxy-answer.ts';

/** Answers a request for its host, or breaks off an answer that has begun. */
export function answerResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, text }: Answer,
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  // The rest of a body is not read to keep the connection.
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(`${text}\n`);
  request.resume();
}
