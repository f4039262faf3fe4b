import { getOwn, isJsonObject } from '@sluice/core';
import type { SettingsLayer } from '@sluice/settings';
import type { PlacedExpectation } from './expectation.ts';
import { readExpectation } from './read-expectation.ts';

/** `permissions.tests` of settings files. */
export function settingsExpectations(layers: readonly SettingsLayer[]): readonly PlacedExpectation[] {
  return layers.flatMap(({ value, file }): PlacedExpectation[] => {
    const permissions = getOwn(value, 'permissions');
    const tests: unknown = isJsonObject(permissions) ? getOwn(permissions, 'tests') : undefined;
    if (tests === undefined) return [];
    const place = `${file ?? 'command line'}: permissions.tests`;
    if (!Array.isArray(tests)) {
      return [{ place, read: { ok: false, message: 'it is not a list: write it as [{ … }]' } }];
    }
    return tests.map((test: unknown, index) => ({
      place: `${place}[${index}]`,
      read: readExpectation(test),
    }));
  });
}
