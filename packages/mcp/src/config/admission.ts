import { getOwn } from '@sluice/core';
import type { LoadedSettings } from '@sluice/settings';
import { allowsAddress, deniesAddress } from './address-pattern.ts';
import type { ServerConnection } from './server-entry.ts';

type Setting = LoadedSettings['setting'];

/** Why deny and allow lists block a server, as a sentence; undefined: they admit it. */
export function admissionProblem(
  name: string,
  connection: ServerConnection,
  setting: Setting,
): string | undefined {
  const denied = setting('deniedMcpServers')?.value ?? [];
  if (denied.some((one) => isDenied(one, name, connection)))
    return `"deniedMcpServers" in the settings denies this server.`;
  // Not set anywhere, which differs from an empty list.
  const allowed = setting('allowedMcpServers')?.value;
  if (allowed === undefined) return undefined;
  const key = connection.kind === 'stdio' ? 'serverCommand' : 'serverUrl';
  // A server in the client has neither a command nor an address: only its name can admit it.
  const ofKind = connection.kind === 'client' ? [] : allowed.filter((one) => getOwn(one, key) !== undefined);
  const isAllowed =
    ofKind.length > 0
      ? ofKind.some((one) => isMeantBy(one, key, connection, allowsAddress))
      : allowed.some((one) => getOwn(one, 'serverName') === name);
  return isAllowed ? undefined : `"allowedMcpServers" in the settings does not list this server.`;
}

function isDenied(one: object, name: string, connection: ServerConnection): boolean {
  if (getOwn(one, 'serverName') === name) return true;
  return isMeantBy(
    one,
    connection.kind === 'stdio' ? 'serverCommand' : 'serverUrl',
    connection,
    deniesAddress,
  );
}

function isMeantBy(
  one: object,
  key: 'serverCommand' | 'serverUrl',
  connection: ServerConnection,
  matchesUrl: (pattern: string, url: string) => boolean,
): boolean {
  const value = getOwn(one, key);
  if (connection.kind === 'client') return false;
  if (connection.kind !== 'stdio')
    return key === 'serverUrl' && typeof value === 'string' && matchesUrl(value, connection.url);
  const argv = [connection.command, ...connection.args];
  return (
    key === 'serverCommand' &&
    Array.isArray(value) &&
    value.length === argv.length &&
    value.every((word, index) => word === argv[index])
  );
}
