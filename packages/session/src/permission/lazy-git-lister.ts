import type { Files } from '@sluice/core';
import { commandEnvironment, type LoadedSettings } from '@sluice/settings';
import { createGitLister } from '@sluice/tools';

/**
 * Asks git as commands find it, once settings are loaded; undefined before.
 * @param cwd absolute: a git in it is not trusted
 */
export function lazyGitLister(cwd: string, loaded: () => LoadedSettings | undefined): Files['gitNames'] {
  return (directory, which) => {
    const settings = loaded();
    if (settings === undefined) return undefined;
    const { env } = commandEnvironment(settings, process.env);
    return createGitLister({ env, workspace: cwd })(directory, which);
  };
}
