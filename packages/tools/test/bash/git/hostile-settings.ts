import { configurationKeys, type ConfigurationKey } from './configuration-keys.ts';
import type { World } from './world.ts';

/** One key with the value that it is given. */
export interface Setting {
  readonly key: string;
  /** With the placeholders of the table of keys. */
  readonly value: string;
}

/** What stands for the placeholders of keys; what is missing here is `evil`. */
const NAMES: Readonly<Record<string, string>> = {
  'branch.<name>': 'branch.main',
  'submodule.<name>': 'submodule.sub',
  'gpg.<format>.program': 'gpg.openpgp.program',
  'pager.<cmd>': 'pager.log',
  'credential.<url>.*': 'credential.https://example.com.helper',
  'http.<url>.*': 'http.https://example.com.cookieFile',
  'url.<base>': 'url.ext::{program}',
  'includeIf.<condition>.path': 'includeIf.gitdir:**.path',
  'alias.*': 'alias.status',
  'bundle.<id>.*': 'bundle.evil.uri',
  'bundle.*': 'bundle.heuristic',
  'sendemail.<identity>.*': 'sendemail.evil.tocmd',
  'protocol.<name>': 'protocol.ext',
  'remote.<name>': 'remote.origin',
};

/** A key of the table as it is in a configuration. */
export function keyOf({ pattern }: ConfigurationKey): string {
  const found = Object.keys(NAMES).find((start) => pattern.startsWith(start));
  const rest = pattern.slice(found?.length ?? 0).replaceAll(/<[^>]*>|\*/g, 'evil');
  return `${found === undefined ? '' : (NAMES[found] ?? '')}${rest}`;
}

/** All settings that start programs or point elsewhere. */
export const hostileSettings: readonly Setting[] = configurationKeys
  .filter(({ effect }) => effect !== 'harmless')
  .map((row) => ({ key: keyOf(row), value: row.value }));

/** Settings that many repositories have. */
export const benignSettings: readonly Setting[] = [
  { key: 'core.ignorecase', value: 'false' },
  { key: 'user.name', value: 'Somebody Else' },
  { key: 'user.email', value: 'else@example.com' },
  { key: 'remote.origin.url', value: 'https://example.com/repository.git' },
  { key: 'remote.origin.fetch', value: '+refs/heads/*:refs/remotes/origin/*' },
  { key: 'branch.main.remote', value: 'origin' },
  { key: 'branch.main.merge', value: 'refs/heads/main' },
  { key: 'pull.rebase', value: 'true' },
  { key: 'core.autocrlf', value: 'false' },
];

/** The value with the paths of a world in it. */
export function valueIn(value: string, { evil, outside, marks }: World): string {
  return value
    .replaceAll('{program}', `${evil}/program`)
    .replaceAll('{hooks}', `${evil}/hooks`)
    .replaceAll('/{file}', `${outside}/file`)
    .replaceAll('{file}', `${outside}/file`)
    .replaceAll('{directory}', `${outside}/dir`)
    .replaceAll('{repository}', `${outside}/repository/.git`)
    .replaceAll('{written}', `${marks}/written`);
}
