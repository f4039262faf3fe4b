import { expect, it } from 'vitest';
import * as settings from '../src/index.ts';

it('the package exports these and nothing else', () => {
  expect(Object.keys(settings).sort()).toEqual([
    'isTrusted',
    'loadSettings',
    'managedDirectories',
    'parseMode',
    'permissionChange',
    'permissionStart',
    'problemText',
    'readSettings',
    'removeSavedRule',
    'saveUpdate',
    'startMode',
    'trustDirectory',
    'watchSettings',
  ]);
});
