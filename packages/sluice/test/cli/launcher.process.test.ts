import { spawnSync } from 'node:child_process';
import { cpSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { scratch } from './exec/support/scratch.ts';

const launcher = fileURLToPath(new URL('../../bin/sluice.js', import.meta.url));

function launch(nodeArguments: readonly string[]) {
  const directory = scratch();
  cpSync(launcher, join(directory, 'bin/sluice.js'));
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
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
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
  const { status, stderr } = launch(['--import', `data:text/javascript,${encodeURIComponent(pretend)}`]);
  expect(status).toBe(1);
  expect(stderr).toBe(
    `sluice needs Node 22.13 or newer; this is Node ${version}. ` +
      'Install a newer Node (https://nodejs.org), or put one first on PATH.\n',
  );
});
