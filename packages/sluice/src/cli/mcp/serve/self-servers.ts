import { resolve } from 'node:path';
import { isLoopback } from '@sluice/base';
import type { ConfiguredServer } from '@sluice/mcp/config';
import type { HttpAddress } from './http-address.ts';

/** What a gateway serves, and where. */
interface Gateway {
  readonly directory: string;
  readonly http: HttpAddress | undefined;
}

/** Names of servers that are the gateway itself: they would start it, or ask it, again and again. */
export function selfServers(servers: readonly ConfiguredServer[], gateway: Gateway): readonly string[] {
  return servers
    .filter(({ start }) => start.status === 'ready' && isSelf(start.entry.connection, gateway))
    .map(({ name }) => name);
}

type Connection = Extract<ConfiguredServer['start'], { readonly status: 'ready' }>['entry']['connection'];

function isSelf(connection: Connection, { directory, http }: Gateway): boolean {
  switch (connection.kind) {
    case 'stdio': {
      const words = [connection.command, ...connection.args];
      const at = words.findIndex((word, index) => word === 'mcp' && words[index + 1] === 'serve');
      if (at === -1 || !words.includes('--with-servers', at)) return false;
      const cwd = words.find((_, index) => words[index - 1] === '--cwd') ?? '.';
      return resolve(directory, connection.cwd ?? '.', cwd) === directory;
    }
    case 'http':
    case 'sse': {
      if (http === undefined || !URL.canParse(connection.url)) return false;
      const url = new URL(connection.url);
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const isSameHost = host === http.host || (isLoopback(host) && isLoopback(http.host));
      return isSameHost && url.protocol === 'http:' && Number(url.port || 80) === http.port;
    }
    case 'client':
      return false;
    default:
      return connection satisfies never;
  }
}
