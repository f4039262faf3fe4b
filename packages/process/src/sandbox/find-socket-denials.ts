import { lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SandboxDenial } from './sandbox-denial.ts';
import type { SandboxProfile } from './sandbox-profile.ts';

type SocketDenial = Extract<SandboxDenial, { readonly type: 'unix-socket' }>;

/** `command` can contain what the output leaves out. */
interface SocketEvidence {
  readonly command: string;
  readonly cwd: string;
}

/** Error messages of Node, for clients and servers, and of Go. */
const CALLED = /\bconnect EPERM (\/.*)$/;
const OPENED = /\blisten EPERM: operation not permitted (\/.*)$/;
const OF_GO = /\b(dial|listen) unix (\/[^:]*): socket: operation not permitted/;
/** Node appends this when its own end has no address. */
const OWN_END = ' - Local (';
const MADE_BY_PYTHON = '_socket.socket.__init__(self, family, type, proto, fileno)';
const REFUSED_TO_PYTHON = 'PermissionError: [Errno 1] Operation not permitted';
const NO_CONNECTION_OF_CURL = /^curl: \(7\) /m;
const PATH_FOR_CURL = /--unix-socket[ =](?:'([^']+)'|"([^"$`]+)"|([^\s'"$`;|&]+))/;
/** Lines of a Python traceback for one frame and its caller. */
const FRAMES = 6;

/** The path of the socket that a line is about; undefined if it isn't about one. */
function socketIn(line: string): { readonly path: string; readonly isCalled: boolean } | undefined {
  const called = CALLED.exec(line)?.[1];
  if (called !== undefined) return { path: withoutOwnEnd(called), isCalled: true };
  const opened = OPENED.exec(line)?.[1];
  if (opened !== undefined) return { path: withoutOwnEnd(opened), isCalled: false };
  const [, verb, path] = OF_GO.exec(line) ?? [];
  return path === undefined ? undefined : { path, isCalled: verb === 'dial' };
}

/** The kernel never refuses to create a unix socket, so EPERM comes from the filter. */
export function socketDenial(line: string, profile: SandboxProfile): SocketDenial | undefined {
  const named = profile.unixSockets === 'open' ? undefined : socketIn(line);
  if (named === undefined) return undefined;
  const { path, isCalled } = named;
  return { type: 'unix-socket', path, isMissing: isCalled && !isThere(path) ? true : undefined };
}

/**
 * Finds denials in the messages of two programs that leave something out, which the command or the lines above add: Python doesn't print
 * the path, and curl doesn't print the reason.
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

/** Sockets of other kinds may be refused with the same message, so the command or the traceback must mention AF_UNIX. */
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
