import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { realPlace } from './real-judge.ts';

const place = await realPlace({
  'w/inside/a/dist/x': '',
  'w/inside/b/dist/x': '',
  'w/real/dist/x': '',
  'w/leaving/a/dist/x': '',
  'w/twice/a/dist/x': '',
  'other/dist/x': '',
});
symlinkSync('../real', join(place.cwd, 'inside/link'));
symlinkSync('../../other', join(place.cwd, 'leaving/link'));
symlinkSync('../inside', join(place.cwd, 'twice/link'));
afterAll(() => rmSync(place.home, { recursive: true, force: true }));

it.each<readonly [command: string, acceptEdits: 'A' | '?', bypass: 'A' | '?']>([
  ['rm -rf inside/*/dist/', 'A', 'A'],
  ['rm -rf inside/*/dist', 'A', 'A'],
  ['rm -rf inside/*/', 'A', 'A'],
  ['rm -rf twice/*/dist/', 'A', 'A'],
  ['rm -rf twice/*/*/dist/', 'A', 'A'],
  ['rm -rf leaving/*/dist/', '?', '?'],
  ['rm -rf */*/dist/', '?', '?'],
])('%s', (command, acceptEdits, bypass) => {
  expect(place.verdict(command, { mode: 'acceptEdits' })).toBe(acceptEdits);
  expect(place.verdict(command, {})).toBe(bypass);
});
