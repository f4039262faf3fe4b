import { expect, test } from 'vitest';
import {
  isModeAvailable,
  parsePermissionMode,
  PERMISSION_MODE_TABLE,
  PERMISSION_MODES,
} from '../../src/data/permission-mode.ts';

test('manual is another name of default, and no other text a mode', () => {
  expect(['manual', 'plan', 'toString', undefined, 1].map(parsePermissionMode)).toEqual([
    'default',
    'plan',
    undefined,
    undefined,
    undefined,
  ]);
});

test('a mode that allows no more is never looser, and one that must be enabled is not there by itself', () => {
  for (const mode of PERMISSION_MODES) {
    const { looseness, noLooser, needs } = PERMISSION_MODE_TABLE[mode];
    for (const other of PERMISSION_MODES)
      if (noLooser.includes(other))
        expect(PERMISSION_MODE_TABLE[other].looseness).toBeLessThanOrEqual(looseness);
    const nothing = { isBypassAvailable: false, isAutoAvailable: false };
    expect(isModeAvailable(mode, nothing)).toBe(needs === undefined);
  }
});
