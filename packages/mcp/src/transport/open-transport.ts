import { join, resolve } from 'node:path';
import type { ProcessSession } from '@sluice/process';
import type { ConfiguredServer } from '../config/configured-server.ts';
import type { ServerConnection } from '../config/server-entry.ts';
import { serverEnvironment } from '../config/server-environment.ts';
import { openServerLog } from './server-log.ts';
import { openStdioTransport } from './stdio-transport.ts';
import type { OpenedTransport } from './transport.ts';

/** What every kind of transport may need of the session. */
export interface TransportContext {
  readonly processes: Pick<ProcessSession, 'start'>;
  /** Absolute: the directory of the session, and the default of servers. */
  readonly cwd: string;
  /** The root of the repository, else `cwd`. */
  readonly projectRoot: string;
  /** The variables of commands. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of variables with credentials, which no server inherits. */
  readonly credentials: ReadonlySet<string>;
  /** Where logs are kept; undefined: nowhere. */
  readonly stateDirectory: string | undefined;
}

/**
 * Opens the connection to a server. Other kinds plug in here: a case each, which loads what it needs with `import()`, so that
 * a session with stdio servers alone pays nothing for them.
 * @param signal aborts the opening; a transport that was opened is closed by whoever got it
 */
export async function openTransport(
  server: Pick<ConfiguredServer, 'name' | 'scope'>,
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
        log: openServerLog(stateDirectory && join(stateDirectory, 'mcp', `${fileName(name)}.log`)),
      });
    }
    case 'http':
    case 'sse': {
      const { openRemote } = await import('./open-remote.ts');
      return openRemote(server, connection, context, signal);
    }
    default:
      return connection satisfies never;
  }
}

function fileName(name: string): string {
  return encodeURIComponent(name).replaceAll('*', '%2A').slice(0, 100);
}
