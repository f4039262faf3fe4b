import type { McpTransport } from '../../transport/transport.ts';
import type { ConnectOptions, Connected, Era } from './connection.ts';
import { greet } from './greet.ts';
import { greetStateless } from './greet-stateless.ts';
import { timeLeft } from './time-left.ts';
import { Peer } from '../peer.ts';

/** Greets the server in the era that it has. */
export async function connect(transport: McpTransport, options: ConnectOptions): Promise<Connected> {
  const peer = new Peer(transport, options);
  const connected = await greetIn(options.era, peer, options);
  if (connected.ok) return connected;
  const { startHint } = transport;
  await peer.close();
  const { reason, isSilent = false } = connected;
  if (startHint === undefined) return { ok: false, reason, isSilent };
  const separator = reason.includes('\n') ? '\n' : ' ';
  return { ok: false, reason: `${reason}${separator}${startHint}`, isSilent };
}

async function greetIn(era: Era, peer: Peer, options: ConnectOptions): Promise<Connected> {
  if (era === 'sessions') return greet(peer, options);
  const left = timeLeft(options.timeoutMs);
  const found = await greetStateless(peer, options);
  if (found.ok || found.isFinal || era === 'stateless') return found;
  const { timeoutMs, allowedMs = timeoutMs } = options;
  return greet(peer, { ...options, timeoutMs: left(), allowedMs });
}
