import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';

/**
 * Carries bytes both ways, as fast as the slower side takes them. The end of one direction leaves the other open; a
 * connection that breaks breaks the other one too, so that nobody takes half of something for the whole.
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
    // TLS has no reset of its own, and says by a missing end that something is.
    if (other instanceof Socket && !(other instanceof TLSSocket)) other.resetAndDestroy();
    else other.destroy();
  });
}
