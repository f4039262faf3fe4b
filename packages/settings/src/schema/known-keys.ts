import { SETTING_GROUPS, SETTING_KEYS } from './setting-keys.ts';

/** The keys of `permissions`. */
export const PERMISSION_KEYS: readonly string[] = SETTING_GROUPS.get('permissions') ?? [];

/** Words that people write for a permission key and that are spelled too differently to be found by likeness. */
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

/** The known top-level keys; any other is kept and tolerated, and told of only when it is nearly one of these. */
export const TOP_LEVEL_KEYS: readonly string[] = SETTING_GROUPS.get('') ?? [];

/** What a repository must not set, for it would loosen what the person chose. A dot goes one level down. */
export const NOT_FROM_REPOSITORY: ReadonlySet<string> = keysSetBy('not-repository');

/** What only a policy sets. */
export const MANAGED_ONLY: ReadonlySet<string> = keysSetBy('managed');

function keysSetBy(setBy: (typeof SETTING_KEYS)[number]['setBy']): ReadonlySet<string> {
  return new Set(SETTING_KEYS.filter((each) => each.setBy === setBy).map(({ key }) => key));
}
