import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { outcomeFile } from './outcome-file.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The directory that the packed packages are installed in, and nothing else. */
    readonly packedDirectory: string;
  }
}

const root = join(import.meta.dirname, '../..');

/**
 * Packs every package as it would be published and installs the archives in an empty directory, with a home directory of
 * its own. The build must be current: `npm test` builds first. This goes on while other tests run;
 * `await-installed.ts`, with which packed tests begin, waits for it. In a directory that `SLUICE_TEST_PACKED` names, which must be
 * empty at first, what is installed stays for the next run.
 */
export default function install(project: TestProject): () => Promise<void> {
  const kept = process.env['SLUICE_TEST_PACKED'];
  if (kept !== undefined && existsSync(outcomeFile(kept))) {
    project.provide('packedDirectory', kept);
    return () => Promise.resolve();
  }
  const directory = kept ?? mkdtempSync(join(tmpdir(), 'sluice-packed-'));
  const [archives, app, home] = ['archives', 'app', 'home'].map((name) => join(directory, name));
  if (archives === undefined || app === undefined || home === undefined) throw new Error('unreachable');
  for (const path of [archives, app, home]) mkdirSync(path);
  writeFileSync(join(app, 'package.json'), '{"name": "somebody-elses", "private": true, "type": "module"}\n');
  let running: ChildProcess | undefined;
  const npm = async (cwd: string, ...args: readonly string[]): Promise<void> => {
    const child = spawn('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
    running = child;
    const status = await new Promise<number | string | null>((done, fail) => {
      child.once('error', fail);
      child.once('exit', (code, signal) => done(code ?? signal));
    });
    if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${String(status)}`);
  };
  const installed = (async () => {
    await npm(root, 'pack', '--workspaces', '--pack-destination', archives, '--silent');
    const packed = readdirSync(archives).map((name) => join(archives, name));
    await npm(app, 'install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', ...packed);
  })().then(
    () => '',
    (error: unknown) => String(error),
  );
  const said = installed.then((problem) => {
    writeFileSync(`${outcomeFile(directory)}.new`, problem);
    renameSync(`${outcomeFile(directory)}.new`, outcomeFile(directory));
  });
  project.provide('packedDirectory', directory);
  return async () => {
    running?.kill();
    await said;
    if (kept === undefined) rmSync(directory, { recursive: true, force: true });
  };
}
