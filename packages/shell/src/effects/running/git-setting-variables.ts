import type { InnerScript } from './running.ts';
import { settingScript } from './running-git.ts';

export interface GivenValue {
  readonly name: string;
  /** `${_}` is in it for what is not known. */
  readonly text: string;
}

const UNKNOWN = '${_}';

/** Variables that hold settings of git, as `-c` does. */
export function holdsGitSetting(name: string): boolean {
  return /^GIT_CONFIG_(?:VALUE_\d+|PARAMETERS)$/u.test(name);
}

/**
 * The commands that a variable with settings of git makes it run: `GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0=push`.
 * @param given what else is set beside it; where the key isn't there, the value may be that of an alias
 */
export function scriptsOfGitVariable(
  name: string,
  text: string,
  given: readonly GivenValue[],
): readonly InnerScript[] {
  if (name === 'GIT_CONFIG_PARAMETERS') return settingsIn(text).flatMap(scriptOf);
  const [, number] = /^GIT_CONFIG_VALUE_(\d+)$/u.exec(name) ?? [];
  if (number === undefined || text === '') return [];
  const key = given.findLast((one) => one.name === `GIT_CONFIG_KEY_${number}`)?.text ?? UNKNOWN;
  return scriptOf(`${key.includes(UNKNOWN) ? 'alias.x' : key}=${text}`);
}

/** `'alias.p'='push' 'user.name=x'`: what isn't written so may be any setting. */
function settingsIn(text: string): readonly string[] {
  const settings = [...text.matchAll(/'([^']*)'(?:='([^']*)')?/gu)];
  const rest = text.replaceAll(/'[^']*'(?:='[^']*')?/gu, '').trim();
  const found = settings.map(([, key = '', value]) => (value === undefined ? key : `${key}=${value}`));
  return rest === '' ? found : [...found, `alias.x=!${UNKNOWN}`];
}

function scriptOf(setting: string): readonly InnerScript[] {
  return settingScript(setting).filter((inner) => inner.kind === 'script');
}
