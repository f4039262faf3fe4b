import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SandboxDenial } from './sandbox-denial.ts';
import type { SandboxProfile } from './sandbox-profile.ts';

type SocketDenial = Extract<SandboxDenial, { readonly type: 'unix-socket' }>;

/** Where the output speaks. `command` has what it leaves out. */
export interface SocketEvidence {
  readonly command: string;
  readonly cwd: string;
}

/** As Node says it, of the one who calls and the one who would be called; and as Go does. */
const CALLED = /\bconnect EPERM (\/.*)$/;
const OPENED = /\blisten EPERM: operation not permitted (\/.*)$/;
const OF_GO = /\b(dial|listen) unix (\/[^:]*): socket: operation not permitted/;
/** What Node adds where it knows no address of its own end. */
const OWN_END = ' - Local (';
const MADE_BY_PYTHON = '_socket.socket.__init__(self, family, type, proto, fileno)';
const REFUSED_TO_PYTHON = 'PermissionError: [Errno 1] Operation not permitted';
const NO_CONNECTION_OF_CURL = /^curl: \(7\) /m;
const PATH_FOR_CURL = /--unix-socket[ =](?:'([^']+)'|"([^"$`]+)"|([^\s'"$`;|&]+))/;
/** Lines of a traceback that a frame takes, with its caller's. */
const FRAMES = 6;

/** The path of a socket that a line is about; undefined: it is about something else. */
export function socketIn(line: string): { readonly path: string; readonly isCalled: boolean } | undefined {
  const called = CALLED.exec(line)?.[1];
  if (called !== undefined) return { path: withoutOwnEnd(called), isCalled: true };
  const opened = OPENED.exec(line)?.[1];
  if (opened !== undefined) return { path: withoutOwnEnd(opened), isCalled: false };
  const [, verb, path] = OF_GO.exec(line) ?? [];
  return path === undefined ? undefined : { path, isCalled: verb === 'dial' };
}

/** The kernel itself refuses nobody a unix socket: EPERM at its making is the filter's. */
export function socketDenial(line: string, profile: SandboxProfile): SocketDenial | undefined {
  const named = profile.unixSockets === 'open' ? undefined : socketIn(line);
  if (named === undefined) return undefined;
  const { path, isCalled } = named;
  return { type: 'unix-socket', path, ...(isCalled && !isThere(path) && { isMissing: true }) };
}

/**
 * What two programs leave out of their words stands in the command, or in the lines above: Python names no path, and
 * curl no reason.
 */
export function findSocketDenials(
  output: string,
  profile: SandboxProfile,
  { command, cwd }: SocketEvidence,
): readonly SocketDenial[] {
  if (profile.unixSockets === 'open') return [];
  const named = NO_CONNECTION_OF_CURL.test(output) ? PATH_FOR_CURL.exec(command) : null;
  const given = named?.slice(1).find((part) => part !== undefined);
  const path = given === undefined ? undefined : resolve(cwd, given);
  if (path !== undefined && isSocket(path)) return [{ type: 'unix-socket', path }];
  return isRefusedToPython(output, command) ? [{ type: 'unix-socket' }] : [];
}

/** Sockets of other kinds may be refused so as well: whoever asked must have named this one. */
function isRefusedToPython(output: string, command: string): boolean {
  if (!output.includes(REFUSED_TO_PYTHON)) return false;
  const lines = output.split('\n');
  return lines.some((line, index) => {
    if (line !== REFUSED_TO_PYTHON) return false;
    const above = lines.slice(Math.max(0, index - FRAMES), index);
    const isMade = above.slice(-2).some((one) => one.trim() === MADE_BY_PYTHON);
    return isMade && (command.includes('AF_UNIX') || above.some((one) => one.includes('AF_UNIX')));
  });
}

function withoutOwnEnd(path: string): string {
  const end = path.indexOf(OWN_END);
  return end === -1 ? path : path.slice(0, end);
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isSocket(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSocket() ?? false;
}
