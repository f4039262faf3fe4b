import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The directory that the packed packages are installed in, and nothing else. */
    readonly packedDirectory: string;
  }
}

const root = join(import.meta.dirname, '../..');

/**
 * Packs every package as it would be published and installs the archives in an empty directory, with a home directory of
 * its own. The build must be current: `npm test` builds first.
 */
export default function install(project: TestProject): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-packed-'));
  const [archives, app, home] = ['archives', 'app', 'home'].map((name) => join(directory, name));
  if (archives === undefined || app === undefined || home === undefined) throw new Error('unreachable');
  for (const path of [archives, app, home]) mkdirSync(path);
  writeFileSync(join(app, 'package.json'), '{"name": "somebody-elses", "private": true, "type": "module"}\n');
  const npm = (cwd: string, ...args: readonly string[]): void => {
    execFileSync('npm', args, { cwd, env: process.env, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  npm(root, 'pack', '--workspaces', '--pack-destination', archives, '--silent');
  const packed = readdirSync(archives).map((name) => join(archives, name));
  npm(app, 'install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', ...packed);
  project.provide('packedDirectory', directory);
  return () => rmSync(directory, { recursive: true, force: true });
}
