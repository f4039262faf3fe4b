import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stateDirectory } from '@sluice/agent';
import { logIn, logOut, offersLogin } from '@sluice/mcp/login';
import { isOwnScope, type ConfiguredServer } from '@sluice/mcp/config';
import { sanitize } from '@sluice/core';
import { parseCommandLine } from '../../parse-command-line.ts';
import { parseMcpFlags } from '../../mcp-flags.ts';
import { placeOf } from '../../settings-place.ts';
import { usageError } from '../../usage-error.ts';
import { pluginServers } from '../plugin-servers.ts';
import { findOwnServers, type OwnServers } from '../find-own-servers.ts';
import { connectServers } from '../look/connect-servers.ts';
import { unknownServer } from '../look/get-command.ts';
import { LOOK_EXPECTED, LOOK_OPTIONS } from '../mcp-options.ts';
import { say } from '../../say.ts';
import { synopsisOf } from '../usage.ts';
import { openBrowser } from '../../open-browser.ts';

const OPTIONS = { ...LOOK_OPTIONS, 'no-browser': { type: 'boolean' } } as const;

/** `sluice mcp login NAME`; returns the exit code. */
export async function loginCommand(args: readonly string[], version: () => string): Promise<number> {
  const found = await findRemote('login', args);
  if (typeof found === 'number') return found;
  const { name, url, oauth, own, isOwn, opensBrowser } = found;
  const { env } = own;
  if (oauth === undefined && (await needsNoLogin(found, version()))) {
    say('sluice mcp login', `${name} needs no login: it answers without one.`);
    return 0;
  }
  if (!isOwn && oauth?.['clientId'] !== undefined && env['MCP_CLIENT_SECRET'] !== undefined)
    say('sluice mcp login', unsentSecret(name));
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  // A program that logs in for the user pipes the URL in.
  const takesAddress = process.stdin.isTTY || !opensBrowser;
  const lines = takesAddress ? createInterface({ input: process.stdin }) : undefined;
  const result = await logIn({
    directory: directory(),
    url,
    oauth,
    env,
    isOwn,
    signal: stop.signal,
    pasted: lines,
    onWrongPaste() {
      say(
        'sluice mcp login',
        'that address belongs to another login. Paste the one of the page shown above.',
      );
    },
    device: opensBrowser
      ? undefined
      : {
          show(page, code) {
            process.stderr.write(
              `Log in to ${sanitize(name)} on any device: open this page, and enter the code ${sanitize(code)}\n\n  ${page.href}\n\n`,
            );
          },
        },
    visit(page) {
      process.stderr.write(`Log in to ${sanitize(name)} at ${sanitize(page.host)}:\n\n  ${page.href}\n\n`);
      const isOpen = opensBrowser && openBrowser(page);
      const where = isOpen ? 'Your browser should show this page.' : 'Open this page in a browser.';
      const paste =
        lines === undefined
          ? ''
          : ' If the browser is on another machine, paste the address it ends up at and press Enter.';
      process.stderr.write(`${where}${paste}\n`);
    },
  });
  lines?.close();
  process.stdin.pause();
  say('sluice mcp login', result.ok ? `logged in to ${name}.` : result.reason);
  return result.ok ? 0 : 1;
}

/** `sluice mcp logout NAME`; returns the exit code. */
export async function logoutCommand(args: readonly string[]): Promise<number> {
  const found = await findRemote('logout', args);
  if (typeof found === 'number') return found;
  const wasKept = logOut(directory(), found.url, found.oauth);
  const { name } = found;
  say('sluice mcp logout', wasKept ? `removed the login for ${name}.` : `there is no login for ${name}.`);
  return 0;
}

/** It announces no login, and a session connects to it without one. */
async function needsNoLogin(
  { server, url, own }: { readonly server: ConfiguredServer; readonly url: string; readonly own: OwnServers },
  version: string,
): Promise<boolean> {
  if (await offersLogin({ directory: directory(), url, env: own.env })) return false;
  const [status] = await connectServers([server], own, version, { isAnonymous: true });
  return status?.state === 'connected';
}

function unsentSecret(name: string): string {
  return `MCP_CLIENT_SECRET is not sent for ${name}: its entry comes from a repository or a plugin. To use the secret, add the server to your own configuration: sluice mcp add --scope local`;
}

function directory(): string {
  return join(stateDirectory(process.env), 'mcp-auth');
}

async function findRemote(command: 'login' | 'logout', args: readonly string[]) {
  const wrong = (message: string): number =>
    usageError(`sluice mcp ${command}`, message, synopsisOf(command));
  const line = parseCommandLine(args, OPTIONS, LOOK_EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  const [name] = positionals;
  if (name === undefined || positionals.length > 1) return wrong('pass the name of one server');
  const placed = placeOf(values.cwd);
  if (!placed.ok) return wrong(placed.message);
  const read = await pluginServers(values['plugin-dir'], placed.place.cwd);
  if (!read.ok) return wrong(read.message);
  const flags = { ...parseMcpFlags(values), plugins: read.plugins };
  const own = findOwnServers(placed.place, flags, values.settings);
  for (const problem of [...own.errors, ...own.problems]) say(`sluice mcp ${command}`, problem);
  const server = own.servers.find((one) => one.name === name);
  const names = own.servers.map((one) => one.name);
  const remote = server === undefined ? unknownServer(name, names) : remoteOf(server);
  if (typeof remote === 'string') {
    say(`sluice mcp ${command}`, remote);
    return 1;
  }
  const isRemoteShell = process.env['SSH_CONNECTION'] !== undefined;
  return { name, ...remote, own, opensBrowser: values['no-browser'] !== true && !isRemoteShell };
}

/** A server's URL, or why logging in is impossible. */
function remoteOf(server: ConfiguredServer) {
  const { name, scope, start } = server;
  if (start.status !== 'ready') return `the MCP server ${JSON.stringify(name)}: ${start.reason}`;
  const { connection } = start.entry;
  if (connection.kind === 'stdio' || connection.kind === 'client')
    return `the MCP server ${JSON.stringify(name)} is a program on this machine, which has no login.`;
  if (Object.keys(connection.headers).some((header) => header.toLowerCase() === 'authorization'))
    return `the entry of ${JSON.stringify(name)} has an Authorization header, which is sent instead of a login. Correct that header, or remove it to log in.`;
  return { server, url: connection.url, oauth: connection.oauth, isOwn: isOwnScope(scope) };
}
