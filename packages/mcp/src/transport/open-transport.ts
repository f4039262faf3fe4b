import { join, resolve } from 'node:path';
import type { ConfiguredServer } from '../config/configured-server.ts';
import type { ServerConnection } from '../config/server-entry.ts';
import { serverEnvironment } from '../config/server-environment.ts';
import { redactSecrets } from './redact-secrets.ts';
import { openServerLog } from './server-log.ts';
import { openStdioTransport } from './stdio-transport.ts';
import type { TransportContext } from './transport-context.ts';
import type { OpenedTransport } from './transport.ts';

/**
 * Opens the connection to a server. Add other kinds here: one case each, loading its code with `import()`, so that
 * sessions with only stdio servers pay nothing for them.
 * @param signal aborts the opening; an opened transport is closed by its owner
 */
export async function openTransport(
  server: Pick<ConfiguredServer, 'name' | 'scope' | 'start'>,
  connection: ServerConnection,
  context: TransportContext,
  signal: AbortSignal,
): Promise<OpenedTransport> {
  signal.throwIfAborted();
  switch (connection.kind) {
    case 'stdio': {
      const { cwd, env, credentials, projectRoot, processes, stateDirectory } = context;
      const { scope, name } = server;
      return openStdioTransport({
        processes,
        command: connection.command,
        args: connection.args,
        env: serverEnvironment({ scope, env, own: connection.env, credentials, projectRoot }),
        cwd: resolve(scope === 'project' ? projectRoot : cwd, connection.cwd ?? '.'),
        redact: (text) => redactSecrets(text, { env, own: connection.env, credentials }),
        log: openServerLog(stateDirectory && join(stateDirectory, 'mcp', `${fileName(name)}.log`)),
      });
    }
    case 'http':
    case 'sse': {
      const { openRemote } = await import('./open-remote.ts');
      return openRemote(server, connection, context, signal);
    }
    case 'client': {
      const { openClientTransport } = await import('./client-transport.ts');
      return { ok: true, transport: openClientTransport(connection.channel) };
    }
    default:
      return connection satisfies never;
  }
}

function fileName(name: string): string {
  return encodeURIComponent(name).replaceAll('*', '%2A').slice(0, 100);
}
