import { spawn } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject, it } from 'vitest';
import { emptyDirectory } from './packed.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples/sessions');

/** The commands of the page, each with a part of what it prints. */
const shown = [
  ...readFileSync(join(EXAMPLES, 'README.md'), 'utf8').matchAll(
    /^## ([^\n]+)\n[^]*?```sh\n([^]*?)\n```\n\n```text\n([^]*?)\n```/gm,
  ),
].map(([, title = '', command = '', printed = '']) => ({ title, command, printed }));

it('prints what the page of recorded sessions says', async () => {
  const bin = join(inject('packedDirectory'), 'app/node_modules/.bin');
  const runs = shown.map(async ({ title, command, printed }) => {
    const cwd = emptyDirectory();
    cpSync(EXAMPLES, cwd, { recursive: true });
    const child = spawn('sh', ['-c', command], {
      cwd,
      env: { PATH: `${bin}:${process.env['PATH']}`, HOME: join(cwd, 'home'), SLUICE_REPLAY_SPEED: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { title, isPrinted: stdout.includes(printed), stdout, stderr };
  });
  expect(shown.map(({ title }) => title)).toHaveLength(11);
  for (const run of await Promise.all(runs)) expect(run).toMatchObject({ isPrinted: true });
});
