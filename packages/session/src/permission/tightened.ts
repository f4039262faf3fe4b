import type { PermissionRule } from '@sluice/core';
import type { LoadedSettings } from '@sluice/settings';

/**
 * The settings to use while a change awaits approval: whatever the new files deny or ask about applies at
 * once, and what they allow applies only if it was already allowed.
 */
export function tightened(held: LoadedSettings, now: LoadedSettings): LoadedSettings {
  const [before, after] = [keysOf(held.rules), keysOf(now.rules)];
  const directories = new Set(now.directories.map(({ path }) => path));
  return {
    ...held,
    rules: [
      ...held.rules.filter((rule) => rule.behavior !== 'allow' || after.has(keyOf(rule))),
      ...now.rules.filter((rule) => rule.behavior !== 'allow' && !before.has(keyOf(rule))),
    ],
    directories: held.directories.filter(({ path }) => directories.has(path)),
    places: [...new Set([...held.places, ...now.places])],
    isBypassDisabled: held.isBypassDisabled || now.isBypassDisabled,
    isAutoDisabled: held.isAutoDisabled || now.isAutoDisabled,
  };
}

function keysOf(rules: readonly PermissionRule[]): ReadonlySet<string> {
  return new Set(rules.map(keyOf));
}

function keyOf({ behavior, source, root, text }: PermissionRule): string {
  return JSON.stringify([behavior, source, root, text]);
}
