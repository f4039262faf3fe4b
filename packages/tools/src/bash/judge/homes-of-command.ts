import { realpathSync } from 'node:fs';
import { userInfo } from 'node:os';

/**
 * Possible home directories of a command: `HOME` of its environment, which the shell expands `~` to, and the entry in the system's user
 * database, which it uses without `HOME`. Both as written and with links resolved.
 */
export function homesOfCommand(
  env: Readonly<Record<string, string | undefined>>,
  homeOfUser: () => string | undefined = listedHome,
): readonly string[] {
  const homes = [env['HOME'], homeOfUser()].flatMap((home) =>
    home?.startsWith('/') === true ? [home, realPathOf(home)].map((path) => path.replace(/\/+$/u, '')) : [],
  );
  return [...new Set(homes)].filter((home) => home !== '' && home !== '/');
}

function listedHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    // Not every user has an entry.
    return undefined;
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
