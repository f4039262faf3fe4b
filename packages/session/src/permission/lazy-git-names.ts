import type { Files } from '@sluice/core';
import { commandEnvironment, type LoadedSettings } from '@sluice/settings';
import { createGitNames } from '@sluice/tools';

/**
 * Asks git as commands find it, once settings are loaded; undefined before.
 * @param cwd absolute: a git in it is not trusted
 */
export function lazyGitNames(cwd: string, loaded: () => LoadedSettings | undefined): Files['gitNames'] {
  let names: Files['gitNames'] | undefined;
  return (path, which, isOfTop) => {
    const settings = loaded();
    if (settings === undefined) return undefined;
    names ??= createGitNames({ env: commandEnvironment(settings, process.env).env, workspace: cwd });
    return names(path, which, isOfTop);
  };
}
