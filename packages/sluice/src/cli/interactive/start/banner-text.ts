import { homedir } from 'node:os';
import { sanitize } from '@sluice/core';
import { branchOf } from './branch-of.ts';

/** The first line of a session: the version, the model, and where it works. */
export function bannerText(version: string, model: string, cwd: string): string {
  const branch = branchOf(cwd);
  const home = homedir();
  const place = cwd === home || cwd.startsWith(`${home}/`) ? `~${cwd.slice(home.length)}` : cwd;
  return `sluice ${version} · ${sanitize(model)} · ${sanitize(place)}${branch === undefined ? '' : ` (${sanitize(branch)})`}`;
}
