import type { McpTransport } from '../../transport/transport.ts';
import type { ConnectOptions } from './connection.ts';
import { greetStateless } from './greet-stateless.ts';
import { Peer } from '../peer.ts';

/**
 * Finds out which era a server of its own process has, on a process that does nothing else: some servers exit at a first
 * request that they don't know. The process is ended.
 */
export async function probeEra(
  transport: McpTransport,
  options: Omit<ConnectOptions, 'era'>,
): Promise<'stateless' | 'sessions'> {
  const peer = new Peer(transport, { ...options, onClose: () => {}, onNotification: () => {} });
  const found = await greetStateless(peer, options);
  await (found.ok ? found.connection.close() : peer.close());
  return found.ok ? 'stateless' : 'sessions';
}
