import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { emptyDirectory, sluice } from './packed.ts';

it('contains compiled code, which the first start in a new home directory uses', () => {
  const shipped = readdirSync(join(inject('packedDirectory'), 'app/node_modules/sluice/dist/code'));
  expect(shipped.some((name) => name.startsWith('exec-'))).toBe(true);
  const home = emptyDirectory();
  const input = '{"type":"tool_use","id":"a","name":"Bash","input":{"command":"true"}}\n';
  expect(sluice(['exec'], { input, env: { HOME: home } })).toMatchObject({ status: 0, stderr: '' });
  const code = join(home, '.cache/sluice/code');
  const kept = existsSync(code) ? readdirSync(code) : [];
  expect(kept.filter((name) => shipped.includes(name))).toEqual([]);
});
