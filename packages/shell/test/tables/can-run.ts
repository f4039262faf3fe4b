import { spawnSync } from 'node:child_process';

/**
 * Whether this command works here, for tests that are skipped where it does not.
 * @throws in CI, where nothing may be skipped
 */
export function canRun(
  program: string,
  args: readonly string[],
  isCi: boolean = process.env['CI'] === 'true',
): boolean {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status === 0) return true;
  if (!isCi) return false;
  throw new Error(`In CI this test needs "${[program, ...args].join(' ')}": ${error?.message ?? stderr}`);
}
