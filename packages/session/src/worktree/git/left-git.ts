import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { LEFT_GIT_WAIT_MS } from '../worktree-limits.ts';

const POLL_MS = 20;

/**
 * A session that is killed leaves a git behind that goes on making its worktree. Waits for its end; answers with its process id if that
 * takes more than a minute. Where processes can't be listed, there is none.
 */
export async function waitForLeftGit(path: string): Promise<number | undefined> {
  const until = performance.now() + LEFT_GIT_WAIT_MS;
  let pid = gitMaking(path);
  while (pid !== undefined && performance.now() < until) {
    // One look after the other.
    // oxlint-disable-next-line no-await-in-loop
    await delay(POLL_MS);
    pid = gitMaking(path);
  }
  return pid;
}

function gitMaking(path: string): number | undefined {
  let names: readonly string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return undefined;
  }
  const found = names.find((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      return words.includes('worktree') && words.includes('add') && words.includes(path);
    } catch {
      return false;
    }
  });
  return found === undefined ? undefined : Number(found);
}
