import { expect, it } from 'vitest';
import { PERMISSION_KEYS, TOP_LEVEL_KEYS } from '../../settings/src/schema/known-keys.ts';
import { nearName } from '../src/near-name.ts';

it.each([
  ['Allow', 'allow'],
  ['DENY', 'deny'],
  ['alow', 'allow'],
  ['allows', 'allow'],
  ['additionalDirectorys', 'additionalDirectories'],
  ['deafultMode', 'defaultMode'],
  ['toString', undefined],
  ['__proto__', undefined],
  ['x', undefined],
  ['a'.repeat(100_000), undefined],
])('%s is taken for the permission key %s', (name, meant) => {
  expect(nearName(name, PERMISSION_KEYS)).toBe(meant);
});

it.each([
  ['permission', 'permissions'],
  ['Permissions', 'permissions'],
  ['hook', 'hooks'],
  ['modle', 'model'],
  ['hoosk', 'hooks'],
  ['companyAnnouncements', undefined],
  ['spinnerTipsEnabled', undefined],
  ['env2', 'env'],
])('%s is taken for the key %s', (name, meant) => {
  expect(nearName(name, TOP_LEVEL_KEYS)).toBe(meant);
});
