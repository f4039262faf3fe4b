import { execFileSync } from 'node:child_process';

const isRoot = process.getuid?.() === 0;

/** Tests may do what only root may: they are run by root, or by someone who becomes it unasked, as the user of CI does. */
export const canActAsRoot = isRoot || mayBecomeRoot();

/** Runs a program as root, and gives what it prints. */
export function asRoot(program: string, ...args: readonly string[]): string {
  const [name, ...all] = isRoot ? [program, ...args] : ['sudo', '-n', program, ...args];
  return execFileSync(name, all, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Runs a program as another user and group of this number. */
export function asUser(id: number, program: string, ...args: readonly string[]): string {
  return asRoot('setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', program, ...args);
}

/** A file system in memory of that size over an empty directory, which belongs to whoever runs the tests. */
export function mountTmpfs(directory: string, kilobytes: number): void {
  const owner = `uid=${process.getuid?.()},gid=${process.getgid?.()},mode=0755`;
  asRoot('mount', '-t', 'tmpfs', '-o', `size=${kilobytes}k,${owner}`, 'tmpfs', directory);
}

function mayBecomeRoot(): boolean {
  try {
    execFileSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
