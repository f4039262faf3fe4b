import { expect, it } from 'vitest';
import * as settings from '../src/index.ts';

it('the package exports these and nothing else', () => {
  expect(Object.keys(settings).sort()).toEqual([
    'SETTING_GROUPS',
    'SETTING_KEYS',
    'changedAtStart',
    'commandEnvironment',
    'commandSecrets',
    'configDirectories',
    'forgetTrust',
    'gitHookDirectories',
    'isTrusted',
    'judgeSetting',
    'loadSettings',
    'managedDirectories',
    'parseMode',
    'permissionChange',
    'permissionStart',
    'problemText',
    'readSettings',
    'removeSavedRule',
    'sandboxSettings',
    'saveUpdate',
    'setting',
    'settingKey',
    'settingsAbove',
    'shapeText',
    'startMode',
    'trustDirectory',
    'valueText',
    'watchSettings',
    'withheldSandboxProblems',
    'withheldSettings',
  ]);
});
