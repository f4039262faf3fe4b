import { join, resolve } from 'node:path';
import type { ConfiguredServer } from '../config/configured-server.ts';
import type { ServerConnection } from '../config/server-entry.ts';
import { serverEnvironment } from '../config/server-environment.ts';
import { GivenSecrets } from './given-secrets.ts';
import { redactSecrets } from '../redact-secrets.ts';
import { maskedLog, openServerLog, type ServerLog } from './server-log.ts';
import { openStdioTransport } from './stdio-transport.ts';
import type { TransportContext } from './transport-context.ts';
import type { OpenedTransport } from './transport.ts';

/**
 * Opens the connection to a server. Add other kinds here: one case each, loading its code with `import()`, so that
 * sessions with only stdio servers pay nothing for them.
 * @param signal aborts the opening; an opened transport is closed by its owner
 */
export async function openTransport(
  server: Pick<ConfiguredServer, 'name' | 'scope' | 'file' | 'start'>,
  connection: ServerConnection,
  context: TransportContext,
  signal: AbortSignal,
): Promise<OpenedTransport> {
  signal.throwIfAborted();
  const { scope, name } = server;
  const { env, credentials, stateDirectory } = context;
  const openLog = (): ServerLog =>
    openServerLog(stateDirectory && join(stateDirectory, 'mcp', `${fileName(name)}.log`));
  const redact = (text: string, own: Readonly<Record<string, string>>): string =>
    redactSecrets(text, { env, own, credentials });
  switch (connection.kind) {
    case 'stdio': {
      const { cwd, projectRoot, processes } = context;
      const given = serverEnvironment({ scope, env, own: connection.env, credentials, projectRoot });
      const secrets = new GivenSecrets({ own: connection.env, inherited: given, addresses: connection.args });
      return openStdioTransport({
        processes,
        command: connection.command,
        args: connection.args,
        env: given,
        secrets,
        cwd: resolve(scope === 'project' ? projectRoot : cwd, connection.cwd ?? '.'),
        redact: (text) => redact(text, connection.env),
        log: maskedLog(openLog(), (text) => secrets.mask(text)),
      });
    }
    case 'http':
    case 'sse': {
      const { openRemote } = await import('./open-remote.ts');
      const seen = {
        openLog,
        redactWith: (headers: Readonly<Record<string, string>>) => (text: string) => redact(text, headers),
      };
      return openRemote(server, connection, context, seen, signal);
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
