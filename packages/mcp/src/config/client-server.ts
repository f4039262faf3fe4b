import { present } from '@sluice/base';
import type { LoadedSettings } from '@sluice/settings';
import { admissionProblem } from './admission.ts';
import type { ConfiguredServer } from './configured-server.ts';
import type { ClientChannel, ServerConnection } from './server-entry.ts';

/**
 * A server in the program that started this one: its tools are in the model's list from the start. Lists of allowed
 * and denied servers hold for it as for any other.
 */
export function clientServer(
  name: string,
  channel: ClientChannel,
  setting: LoadedSettings['setting'],
): ConfiguredServer {
  const connection: ServerConnection = { kind: 'client', channel };
  const refused = admissionProblem(name, connection, setting);
  const own = base(name, channel);
  if (refused !== undefined) return { ...own, start: { status: 'disabled', reason: refused } };
  return {
    ...own,
    start: {
      status: 'ready',
      entry: {
        connection,
        timeoutMs: undefined,
        alwaysLoad: true,
        isTrusted: true,
        protocol: undefined,
        tools: { include: undefined, exclude: [] },
      },
    },
  };
}

/** Only the program that started this one can have such a server: no file or flag can say that it is one. */
export function isInClient({ start }: Pick<ConfiguredServer, 'start'>): boolean {
  return start.status === 'ready' && start.entry.connection.kind === 'client';
}

function base(name: string, { tools }: ClientChannel): Omit<ConfiguredServer, 'start'> {
  const raw = { type: 'sdk', name, ...present({ tools }) };
  return { name, scope: 'flag', file: undefined, raw, hash: '', notices: [] };
}
