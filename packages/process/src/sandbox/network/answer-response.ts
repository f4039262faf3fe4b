import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './proxy-answer.ts';

/** Answers a request in place of its host, or aborts a response that has already started. */
export function answerResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, text }: Answer,
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  // Don't read the rest of a body just to keep the connection.
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(`${text}\n`);
  request.resume();
}
