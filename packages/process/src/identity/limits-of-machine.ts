import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = '/etc/security/limits.conf';
const DIRECTORY = '/etc/security/limits.d';

/** limits.conf(5): `* hard locks 1000` */
const LIMITS_LOCKS = /^[ \t]*[^\s#]+[ \t]+(?:hard|-)[ \t]+locks[ \t]/mu;

/**
 * Whether this machine itself limits file locks at login, so that such a limit says nothing about a process. In a user namespace, where
 * anyone may put other files in place of these, it's never so.
 */
export function limitsLocks(read: (path: string) => string = textOf, names = namesIn): boolean {
  if (!/^\s*0\s+0\s+4294967295\s*$/u.test(read('/proc/self/uid_map'))) return false;
  const files = [FILE, ...names(DIRECTORY).map((name) => join(DIRECTORY, name))];
  return files.some((path) => LIMITS_LOCKS.test(read(path)));
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
