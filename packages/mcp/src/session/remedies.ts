import { shellWord } from '@sluice/base';
import { pluginFlag } from '../config/plugin-flag.ts';
import { isInClient } from '../config/client-server.ts';
import type { ConfiguredServer } from '../config/configured-server.ts';

/** What the user types where the session runs to connect a server again; undefined: there is no such command. */
export type ReconnectCommand = ((server: string) => string) | undefined;

type Server = Pick<ConfiguredServer, 'name' | 'scope' | 'file' | 'agentFile' | 'start'>;

/** The shell command that tries a server and shows all that is known about it. Undefined: there is none for its kind. */
function checkCommand(server: Server): string | undefined {
  const { name, scope, file, agentFile } = server;
  if (agentFile !== undefined || isInClient(server)) return undefined;
  const command = `sluice mcp get ${shellWord(name)}${pluginFlag(server)}`;
  if (scope !== 'flag') return command;
  return `${command} --mcp-config ${file === undefined ? "'…'" : shellWord(file)}`;
}

/** Of why a server can't be used, without what it wrote. */
export function firstLine(reason: string): string {
  return (reason.split('\n', 1)[0] ?? '').replace(/ Its last output:$/, '');
}

/** A reason, and what to do about it. */
export function withRemedy(reason: string, remedy: string | undefined): string {
  if (remedy === undefined) return reason;
  return `${reason}${/[.!?]$/.test(reason) ? '' : '.'} ${remedy}`;
}

/** For the user, about a server that failed: how to see what it wrote or to try it again, as a sentence. Undefined: there is no way. */
export function remedyForUser(
  server: Server,
  reason: string,
  reconnect: ReconnectCommand,
): string | undefined {
  const command = reconnect?.(server.name);
  if (command !== undefined) return `To reconnect it: ${command}`;
  const check = checkCommand(server);
  const purpose = reason.includes('\n') ? 'see its output' : 'try it again';
  return check && `To ${purpose}, run: ${check}`;
}

/** For a model that has to do without a server: what the user can do about that. Undefined: the reason says it, or nothing can be done. */
export function remedyForModel(server: Server, reconnect: ReconnectCommand): string | undefined {
  const command = reconnect?.(server.name);
  if (command !== undefined) return `The user can reconnect it: ${command}`;
  const check = checkCommand(server);
  return check && `The user can check it: ${check}`;
}
