import { expect, test } from 'vitest';
import { probeSandbox } from '../../src/index.ts';
import { neededSandbox } from './needed-sandbox.ts';

test('a sandbox that is missing fails a suite in CI, and skips it elsewhere', async () => {
  const missing = () => probeSandbox('/nowhere/bwrap');
  await expect(neededSandbox(true, missing)).rejects.toThrow('In CI this suite needs the sandbox');
  expect(await neededSandbox(false, missing)).toMatchObject({ isAvailable: false });
});
