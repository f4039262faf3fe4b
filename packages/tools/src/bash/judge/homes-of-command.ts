import { realpathSync } from 'node:fs';
import { userInfo } from 'node:os';

/**
 * What may be a home directory for a command: what its environment says, by which the shell expands `~`, and what the
 * system's list of users says, by which it does so without `HOME`. Both as written and with links resolved.
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
    // Not every user is in the list.
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
