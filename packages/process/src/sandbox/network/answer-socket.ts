import type { Duplex } from 'node:stream';
import type { Answer } from './proxy-answer.ts';

/** The same if there is no response object for the request. */
export function answerSocket(client: Duplex, { status, text }: Answer): void {
  // If a client continues with something unreadable, it must still receive its earlier response.
  if (client.writableEnded) return;
  if (client.destroyed || !client.writable) {
    client.destroy();
    return;
  }
  const body = `${text}\n`;
  const lines = [
    `HTTP/1.1 ${status} Sluice`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  client.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  // Discard anything else that arrives, so that the response isn't lost to a connection reset.
  client.resume();
}
