import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { homedir } from 'node:os';
import { sanitize } from '@sluice/core';

/** The first line of a session: the version, the model, and where it works. */
export function bannerText(version: string, model: string, cwd: string): string {
  const branch = branchOf(cwd);
  const home = homedir();
  const place = cwd === home || cwd.startsWith(`${home}/`) ? `~${cwd.slice(home.length)}` : cwd;
  return `sluice ${version} · ${sanitize(model)} · ${sanitize(place)}${branch === undefined ? '' : ` (${sanitize(branch)})`}`;
}

/** The Git branch that is checked out in `directory`, or the beginning of a commit's id. Undefined: `.git/HEAD` isn't there, as in a linked worktree. */
function branchOf(directory: string): string | undefined {
  try {
    const head = readFileSync(join(directory, '.git/HEAD'), 'utf8').trim();
    return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? head.slice(0, 8);
  } catch {
    return undefined;
  }
}
