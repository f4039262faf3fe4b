import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';

/**
 * Pipes bytes both ways, with backpressure. The end of one direction leaves the other open; if one connection breaks, the other is broken
 * too, so that no side takes a part for the whole.
 */
export function joinSockets(first: Duplex, second: Duplex): void {
  breakWith(first, second);
  breakWith(second, first);
  first.pipe(second);
  second.pipe(first);
}

function breakWith(one: Duplex, other: Duplex): void {
  one.on('error', () => {});
  one.once('close', () => {
    if (one.readableEnded && one.writableFinished) return;
    // TLS has no reset; a missing close tells the other side.
    if (other instanceof Socket && !(other instanceof TLSSocket)) other.resetAndDestroy();
    else other.destroy();
  });
}
