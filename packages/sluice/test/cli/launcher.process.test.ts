import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { scratch } from './exec/support/scratch.ts';

const launcher = fileURLToPath(new URL('../../bin/sluice.js', import.meta.url));

/** A directory with nothing of the package but what starts it. */
function unbuilt(): string {
  const directory = scratch();
  cpSync(dirname(launcher), join(directory, 'bin'), { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  return directory;
}

/** Arguments with which Node says that it is this version. */
function pretending(version: string): string[] {
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
  return ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`];
}

function launch(nodeArguments: readonly string[]) {
  const directory = unbuilt();
  const args = [...nodeArguments, join(directory, 'bin/sluice.js'), '--version'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

it('can be executed', () => {
  expect(statSync(launcher).mode & 0o111).toBe(0o111);
});

it('says what to run when the program has not been built', () => {
  const stderr = 'sluice has not been built. In its repository, run: npm run build\n';
  expect(launch([])).toEqual({ status: 1, stdout: '', stderr });
});

it.each(['20.19.0', '22.12.0'])('says what is missing on Node %s', (version) => {
  const { status, stderr } = launch(pretending(version));
  expect(status).toBe(1);
  expect(stderr).toBe(
    `sluice needs Node 22.13 or newer; this is Node ${version}. ` +
      'Install a newer Node (https://nodejs.org), or put one first on PATH.\n',
  );
});

const PROGRAM = `
process.on('SIGTERM', () => { console.log('asked to end'); process.exit(7); });
console.log(process.pid, ...process.argv.slice(2));
setInterval(() => {}, 60_000);
`;

it.each([
  ['SIGTERM', 7, 'asked to end'],
  ['SIGKILL', null, ''],
] as const)(
  'on an old Node, runs with the one that npm has installed, which ends with it by %s',
  async (signal, code, said) => {
    const directory = unbuilt();
    const newer = join(directory, `node_modules/node-linux-${process.arch}`);
    mkdirSync(join(newer, 'bin'), { recursive: true });
    writeFileSync(join(newer, 'package.json'), '{}');
    symlinkSync(process.execPath, join(newer, 'bin/node'));
    mkdirSync(join(directory, 'dist'));
    writeFileSync(join(directory, 'dist/cli.js'), PROGRAM);
    const args = [...pretending('20.19.0'), join(directory, 'bin/sluice.js'), '-p', 'two words'];
    const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]();
    const { value: first = '' } = await lines.next();
    expect(first).toMatch(/^\d+ -p two words$/);
    const ended = once(started, 'exit');
    started.kill(signal);
    expect(await ended).toEqual([code, code === null ? signal : null]);
    // The stream ends once no one is left who could write to it.
    expect((await lines.next()).value ?? '').toBe(said);
    expect((await lines.next()).done).toBe(true);
  },
);
