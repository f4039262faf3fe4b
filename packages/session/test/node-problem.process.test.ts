import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { nodeProblem } from '../src/node-problem.ts';

const run = promisify(execFile);

it.each([
  ['18.20.0', true],
  ['20.20.2', true],
  ['22.12.9', true],
  ['22.13.0', false],
  ['24.0.0', false],
  ['100.0.0', false],
])('Node %s is too old: %s', (version, isTooOld) => {
  expect(nodeProblem(version) !== undefined).toBe(isTooOld);
});

it('a runtime is refused at once where Node is too old, with both versions', async () => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } });`;
  const index = fileURLToPath(new URL('../../sluice/src/index.ts', import.meta.url));
  const program = `${older}
    const { createLocalRuntime } = await import(${JSON.stringify(index)});
    await createLocalRuntime({ cwd: '.' }).catch(({ code, message }) => console.log(code, message));`;
  const args = ['--conditions=sluice-source', '--input-type=module', '-e', program];
  const { stdout } = await run(process.execPath, args);
  expect(stdout).toBe('node-too-old Sluice needs Node 22.13 or newer; this is 20.19.0.\n');
});
