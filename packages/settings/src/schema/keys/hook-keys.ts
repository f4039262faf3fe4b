import type { SettingKey } from '../setting-key.ts';
import { BOOLEAN, OBJECT, TEXTS } from '../shape.ts';

const HTTP = { later: 'hooks over http' };

export const HOOK_KEYS: readonly SettingKey[] = [
  {
    key: 'hooks',
    shape: OBJECT,
    setBy: 'anybody',
    lockedBy: 'allowManagedHooksOnly',
    offBy: 'disableAllHooks',
    merge: 'deep',
    untrusted: 'nothing',
    needsTrustedRoot: true,
    isCheckedByReader: true,
    use: 'start',
    purpose: 'What runs at which event.',
  },
  {
    key: 'disableAllHooks',
    shape: BOOLEAN,
    default: false,
    setBy: 'anybody',
    merge: 'highest',
    untrusted: 'nothing',
    needsTrustedRoot: true,
    isCheckedByReader: true,
    use: 'start',
    purpose: "No hook runs; a policy's run all the same unless the policy says so.",
  },
  {
    key: 'allowManagedHooksOnly',
    shape: BOOLEAN,
    default: false,
    setBy: 'managed',
    merge: { any: true },
    untrusted: 'nothing',
    wrong: true,
    use: 'start',
    purpose: "Only a policy's hooks run.",
  },
  {
    key: 'allowedHttpHookUrls',
    shape: TEXTS,
    setBy: 'anybody',
    merge: 'joined',
    untrusted: 'nothing',
    use: HTTP,
    purpose: 'Where http hooks may go; * stands for any characters.',
  },
  {
    key: 'httpHookAllowedEnvVars',
    shape: TEXTS,
    setBy: 'anybody',
    merge: 'joined',
    untrusted: 'nothing',
    use: HTTP,
    purpose: 'Variables that http hooks may send.',
  },
];
