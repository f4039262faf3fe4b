import { SETTING_GROUPS, SETTING_KEYS } from './settings-schema.ts';

/** The keys of `permissions`. */
export const PERMISSION_KEYS: readonly string[] = SETTING_GROUPS.get('permissions') ?? [];

/** Common wrong names for a permission key that are too different to find by similarity. */
export const PERMISSION_SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['allowed', 'allow'],
  ['allowlist', 'allow'],
  ['allowedtools', 'allow'],
  ['whitelist', 'allow'],
  ['denied', 'deny'],
  ['denylist', 'deny'],
  ['disallow', 'deny'],
  ['disallowed', 'deny'],
  ['disallowedtools', 'deny'],
  ['forbid', 'deny'],
  ['block', 'deny'],
  ['blacklist', 'deny'],
  ['confirm', 'ask'],
  ['prompt', 'ask'],
  ['mode', 'defaultMode'],
  ['permissionmode', 'defaultMode'],
  ['directories', 'additionalDirectories'],
  ['additionaldirs', 'additionalDirectories'],
  ['adddir', 'additionalDirectories'],
]);

/** The same for keys at the top level. */
export const TOP_LEVEL_SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['environment', 'env'],
  ['variables', 'env'],
]);

/** The known top-level keys. Any other key is kept and tolerated, and reported only if it is a near miss of one of these. */
export const TOP_LEVEL_KEYS: readonly string[] = SETTING_GROUPS.get('') ?? [];

/** Keys that a repository must not set, because it could loosen what the user chose. A dot goes one level down. */
export const NOT_FROM_REPOSITORY: ReadonlySet<string> = keysSetBy('not-repository');

/** Keys that only a policy may set. */
export const MANAGED_ONLY: ReadonlySet<string> = keysSetBy('managed');

function keysSetBy(setBy: (typeof SETTING_KEYS)[number]['setBy']): ReadonlySet<string> {
  return new Set(SETTING_KEYS.filter((each) => each.setBy === setBy).map(({ key }) => key));
}
