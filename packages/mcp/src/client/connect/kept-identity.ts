import { join } from 'node:path';
import { clientIdIn } from '../../auth/oauth-settings.ts';
import { loginFile, LoginStore } from '../../auth/login-store.ts';
import type { ServerConnection } from '../../config/server-entry.ts';
import type { TransportContext } from '../../transport/transport-context.ts';

type Context = Pick<TransportContext, 'cwd' | 'projectRoot' | 'stateDirectory' | 'credentialCommand'>;

/**
 * Everything that distinguishes a server from others, as far as is known before it is connected: where its entry counts, what
 * that says, who is logged in at it now, and what it may ask: some tools are only for clients that can answer.
 */
export function keptIdentity(
  name: string,
  connection: ServerConnection,
  context: Context,
  asks: readonly string[] = [],
): string {
  const { cwd, projectRoot } = context;
  const answers = asks.length === 0 ? [] : [{ asks }];
  return JSON.stringify([name, cwd, projectRoot, connection, ...loginAt(connection, context), ...answers]);
}

/** The file that a login at a server changes. Undefined: it has none. */
export function loginFileOf(
  connection: ServerConnection,
  { stateDirectory }: Pick<Context, 'stateDirectory'>,
): string | undefined {
  if (connection.kind === 'stdio' || connection.kind === 'client' || stateDirectory === undefined)
    return undefined;
  return loginFile(join(stateDirectory, 'mcp-auth'), connection.url, clientIdIn(connection.oauth));
}

function loginAt(
  connection: ServerConnection,
  { stateDirectory, credentialCommand }: Context,
): readonly (string | undefined)[] {
  if (connection.kind === 'stdio' || connection.kind === 'client') return [];
  const store =
    stateDirectory === undefined
      ? undefined
      : new LoginStore(join(stateDirectory, 'mcp-auth'), connection.url, clientIdIn(connection.oauth));
  return [credentialCommand, store?.read().login];
}
