import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { emptyDirectory, sluice } from './packed.ts';
import { scriptedPrint } from './scripted.ts';

it('writes a session as a page of one file', async () => {
  const cwd = emptyDirectory();
  const call = { name: 'Bash', input: { command: 'echo </script>' } };
  await scriptedPrint('Say something.', [call, 'Said.'], { cwd });
  const env = { HOME: join(inject('packedDirectory'), 'home') };
  const { status, stdout, stderr } = sluice(['trace', '--out', 'trace.html'], { cwd, env });
  expect([status, stderr]).toEqual([0, expect.stringContaining('(Say something.)')]);
  expect(stdout).toMatch(/\/trace\.html\n$/);
  const page = readFileSync(join(cwd, 'trace.html'), 'utf8');
  expect(page).toContain('echo \\u003c/script\\u003e');
  expect(page.match(/<\/script>/g)).toHaveLength(2);
});
