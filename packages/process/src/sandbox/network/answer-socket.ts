import type { Duplex } from 'node:stream';
import type { Answer } from './proxy-answer.ts';

/** The same where no response was made for the request. */
export function answerSocket(client: Duplex, { status, text }: Answer): void {
  // One that goes on with what can't be read has had its answer, which it must not be robbed of.
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
  // What else is sent on it is read and thrown away, so that the answer is not lost to a reset.
  client.resume();
}
