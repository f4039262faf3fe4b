import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('use-young-space.ts', import.meta.url));

function sizeOf(kind: 'bound' | 'unbound'): number {
  const args = ['--conditions=sluice-source', PROGRAM, kind];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

it('the space for new objects stays small where it would grow', () => {
  expect(sizeOf('bound')).toBeLessThanOrEqual(8 * 1024 * 1024);
  expect(sizeOf('unbound')).toBeGreaterThan(8 * 1024 * 1024);
});
