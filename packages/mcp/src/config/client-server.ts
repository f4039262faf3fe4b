import type { ConfiguredServer } from './configured-server.ts';
import type { ClientChannel } from './server-entry.ts';

/** A server in the program that started this one: its tools are in the model's list from the start. */
export function clientServer(name: string, channel: ClientChannel): ConfiguredServer {
  return {
    name,
    scope: 'flag',
    file: undefined,
    raw: { type: 'sdk', name },
    hash: '',
    start: {
      status: 'ready',
      entry: {
        connection: { kind: 'client', channel },
        timeoutMs: undefined,
        alwaysLoad: true,
        isTrusted: true,
        protocol: undefined,
        tools: { include: undefined, exclude: [] },
      },
    },
    notices: [],
  };
}
