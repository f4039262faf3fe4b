import { accessSync, constants, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { findSocketDenials, socketDenial } from './find-socket-denials.ts';
import { isProtectedIn, isWritableIn } from './is-writable-in.ts';
import type { SandboxDenial } from './sandbox-denial.ts';
import type { SandboxProfile } from './sandbox-profile.ts';

const MAX_DENIALS = 10;
const MAX_LINE = 4096;
/** The C library's and others' names for EROFS, and for EACCES and EPERM, which also have other causes. */
const READ_ONLY = /read-only file system|\bEROFS\b/i;
const REFUSED =
  /permission denied|operation not permitted|not writable|device or resource busy|\b(?:EACCES|EPERM|EBUSY)\b/i;
/** How programs report a directory that they couldn't create, and whose contents are then missing. */
const NOT_MADE = /\bENOENT\b.*\bmkdir\b|no such file or directory, mkdir\b|error writing to the directory/i;
const NO_NETWORK =
  /network is unreachable|name resolution|could not resolve host|couldn't resolve host|\b(?:ENETUNREACH|EAI_AGAIN)\b/i;
/** The proxy of a host list prefixes its own lookup errors with `(EAI_AGAIN)`; these come from programs. */
const PAST_PROXY =
  /\btemporary failure in name resolution$|\bgetaddrinfo EAI_AGAIN |\bcould not resolve host(?:name)?:? |\bconnect ENETUNREACH |: network is unreachable$/i;
const HOST =
  /(?:resolve host(?:name)?:? |EAI_AGAIN |ENETUNREACH |resolve '|resolving '?|\/\/)([A-Za-z0-9.-]+\.[A-Za-z0-9-]+|localhost)/;
/** What a language calls an error before its message. */
const KIND_OF_ERROR = /^[\w.]*(?:Error|Exception)$/;

/**
 * Scans a command's output. A line is evidence only if the profile confirms it: the path it names is denied by the profile and would be
 * accessible without it, or there is no network. Denials that a program doesn't print are not found.
 */
export function findDenials(
  output: string,
  profile: SandboxProfile,
  cwd: string,
  command = '',
): readonly SandboxDenial[] {
  const denials = new Map<string, SandboxDenial>();
  for (const line of output.split('\n')) {
    const denial = line.length > MAX_LINE ? undefined : denialIn(line, profile, cwd);
    if (denial !== undefined) denials.set(JSON.stringify(denial), denial);
    if (denials.size === MAX_DENIALS) break;
  }
  for (const denial of findSocketDenials(output, profile, { command, cwd }))
    denials.set(JSON.stringify(denial), denial);
  return [...denials.values()];
}

function denialIn(line: string, profile: SandboxProfile, cwd: string): SandboxDenial | undefined {
  const host = HOST.exec(line)?.[1];
  const named = host === undefined ? {} : { host };
  if (profile.network === 'none' && NO_NETWORK.test(line)) return { type: 'network', ...named };
  if (typeof profile.network === 'object' && PAST_PROXY.test(line))
    return { type: 'network', ...named, why: { kind: 'past-proxy' } };
  const socket = socketDenial(line, profile);
  if (socket !== undefined) return socket;
  const isNotMade = NOT_MADE.test(line);
  if (!isNotMade && !READ_ONLY.test(line) && !REFUSED.test(line)) return undefined;
  for (const named of namedPaths(line)) {
    const whole = resolve(baseOf(named, cwd), named);
    const path = realPlace(isNotMade ? firstMissing(whole) : whole);
    if (path === undefined) continue;
    if (isSocket(path)) {
      // With sockets open, a refusal is the socket's own.
      if (profile.unixSockets === 'open') continue;
      return { type: 'unix-socket', path };
    }
    if (!isWritableIn(profile, path) && isWritableOutside(path)) {
      return { type: 'write', path, isProtected: isProtectedIn(profile, path) ? true : undefined };
    }
  }
  return undefined;
}

/** Possible paths in a line of the form `program: cannot do 'path': reason`, likeliest first. */
function namedPaths(line: string): readonly string[] {
  const quoted = [...line.matchAll(/'([^']+)'|"([^"]+)"|‘([^’]+)’|`([^`']+)['`]/g)].flatMap(
    (match) => match.slice(1).find((part) => part !== undefined) ?? [],
  );
  const parts = withoutSpeaker(line)
    .split(': ')
    .map((part) => part.trim());
  // Unquoted ones come last, because names may contain spaces: first whatever starts with a slash, then words with one.
  const unquoted =
    quoted.length > 0
      ? []
      : [
          ...parts.map((part) => /(?:^|\s)(\/.*)$/.exec(part)?.[1] ?? ''),
          ...parts.map((part) => /(?:^|\s)(\S+\/\S+)$/.exec(part)?.[1] ?? ''),
        ];
  return [...quoted, ...parts, ...unquoted].filter(
    (name) => name !== '' && name.length < 1024 && !isWords(name),
  );
}

/** The error message itself: not a file, though one could have that name. */
function isWords(name: string): boolean {
  return KIND_OF_ERROR.test(name) || (!name.includes('/') && (READ_ONLY.test(name) || REFUSED.test(name)));
}

/**
 * A line without the program that prints it, which is a path itself if it was called by one: a command's top shell is `/bin/bash: line 1:
 * `, and a shell script prints its own name.
 */
function withoutSpeaker(line: string): string {
  const said = line.replace(/^[^:]+: (?:eval: )?(?:line )?\d+: /, '');
  if (said !== line) return said;
  const end = line.indexOf(': ');
  const isSpeaker = line.startsWith('/') && line.includes(': ', end + 2) && isProgram(line.slice(0, end));
  return isSpeaker ? line.slice(end + 2) : line;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Git prints the files of its repository relative to the parent directory, wherever it was started. */
function baseOf(named: string, cwd: string): string {
  if (!named.startsWith('.git/')) return cwd;
  for (let at = cwd; ; at = dirname(at)) {
    if (lstatSync(join(at, '.git'), { throwIfNoEntry: false }) !== undefined) return at;
    if (at === dirname(at)) return cwd;
  }
}

/** For nested directories to be created, the first missing one; the path itself if it exists. */
function firstMissing(path: string): string {
  let missing = path;
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    if (lstatSync(at, { throwIfNoEntry: false }) !== undefined) break;
    missing = at;
  }
  return missing;
}

/** The path with links resolved; if it doesn't exist, its directory must. */
function realPlace(path: string): string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined
      ? join(realpathSync(dirname(path)), basename(path))
      : realpathSync(path);
  } catch {
    return undefined;
  }
}

function isSocket(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSocket() ?? false;
}

/** This process runs as the same user, without a sandbox. */
function isWritableOutside(path: string): boolean {
  try {
    const target = lstatSync(path, { throwIfNoEntry: false }) === undefined ? dirname(path) : path;
    accessSync(target, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
