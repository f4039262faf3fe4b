import { join } from 'node:path';
import { stateDirectory } from '@sluice/agent';
import type { ConfiguredServer, RemoteServer } from '@sluice/mcp/config';
import { logOut } from '@sluice/mcp/login';
import { print } from '../../print.ts';
import { usageError } from '../../usage-error.ts';
import { parseCommandLine } from '../../parse-command-line.ts';
import { oneOf } from '../../one-of.ts';
import { placeOf } from '../../settings-place.ts';
import { findOwnServers } from '../find-own-servers.ts';
import { unknownServer } from '../look/get-command.ts';
import { SCOPES, type OwnScope } from '../mcp-options.ts';
import { say } from '../../say.ts';
import { synopsisOf } from '../usage.ts';
import { saveServer } from './save-server.ts';

/** `sluice mcp remove NAME`; returns the exit code. */
export async function removeCommand(args: readonly string[]): Promise<number> {
  const wrong = (message: string): number => usageError('sluice mcp remove', message, synopsisOf('remove'));
  const options = { scope: { type: 'string', short: 's' }, cwd: { type: 'string' } } as const;
  const line = parseCommandLine(args, options, { scope: SCOPES.join(', '), cwd: 'a directory' });
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  const [name] = positionals;
  if (name === undefined || positionals.length > 1) return wrong('pass the name of one server');
  const scope = oneOf('--scope', values.scope, SCOPES);
  if (!scope.ok) return wrong(scope.message);
  const placed = placeOf(values.cwd);
  if (!placed.ok) return wrong(placed.message);
  const { servers } = findOwnServers(placed.place, { configs: [], isStrict: false }, undefined);
  const server = servers.find((one) => one.name === name);
  const found = scope.value ?? SCOPES.find((one): one is OwnScope => one === server?.scope);
  const saved =
    found === undefined
      ? undefined
      : await saveServer({ name, scope: found, entry: undefined }, placed.place);
  if (saved?.ok === false) {
    say('sluice mcp remove', saved.message);
    return 1;
  }
  if (saved === undefined || saved.files.length === 0) {
    const inOther =
      scope.value === undefined || server === undefined || server.scope === scope.value
        ? undefined
        : `${name} is not in the scope ${scope.value}, but in ${server.scope} (${server.file ?? 'a flag'}).`;
    const where =
      inOther ??
      (server === undefined
        ? undefined
        : `${name} is defined in ${server.file ?? 'a flag'}: remove it there`);
    say(
      'sluice mcp remove',
      where ??
        unknownServer(
          name,
          servers.map((one) => one.name),
        ),
    );
    return 1;
  }
  const after = findOwnServers(placed.place, { configs: [], isStrict: false }, undefined).servers;
  const hadLogin = server?.scope === found && removeLogin(server, after);
  const other = after.find((one) => one.name === name);
  const what = `${name} (${found})${hadLogin ? ' and its login' : ''}`;
  const rest =
    other === undefined
      ? ''
      : `\nAnother server with this name remains: ${other.scope}, in ${other.file ?? 'a policy'}`;
  return print(`Removed ${what} from ${saved.files.join(', ')}${rest}\n`);
}

/** Unless another server has the same address, and the same client. False: there was none. */
function removeLogin(server: ConfiguredServer | undefined, others: readonly ConfiguredServer[]): boolean {
  const remote = remoteOf(server);
  const isShared = others.some((one) => {
    const other = remoteOf(one);
    return other?.url === remote?.url && other?.oauth?.['clientId'] === remote?.oauth?.['clientId'];
  });
  if (remote === undefined || isShared) return false;
  return logOut(join(stateDirectory(process.env), 'mcp-auth'), remote.url, remote.oauth);
}

function remoteOf(server: ConfiguredServer | undefined): RemoteServer | undefined {
  if (server?.start.status !== 'ready') return undefined;
  const { connection } = server.start.entry;
  return 'url' in connection ? connection : undefined;
}
