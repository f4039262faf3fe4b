import { keptIdentity } from '../connect/kept-identity.ts';
import type { McpServerOptions } from '../mcp-server-options.ts';

/** What distinguishes a server from others now, who is logged in at it included. */
export function serverIdentity({ server, entry, transport, client }: McpServerOptions): string {
  const kinds = client.asks?.kinds ?? [];
  const asksModel = entry.asksModel === true && client.askModel !== undefined;
  const asks = asksModel ? [...kinds, 'sampling'] : kinds;
  return keptIdentity(server.name, entry.connection, transport, asks);
}
