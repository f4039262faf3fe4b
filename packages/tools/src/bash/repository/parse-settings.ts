import { resolve } from 'node:path';

/** One entry of `git config --list -z --show-scope --show-origin`. */
export interface ListedSetting {
  readonly scope: 'system' | 'global' | 'local' | 'worktree' | 'command';
  /** Absolute path of its file; undefined if it comes from the environment. */
  readonly file: string | undefined;
  readonly key: string;
  readonly value: string | undefined;
}

/** Origins are relative to `directory`, where git ran. Undefined if the text has another format. */
export function parseSettings(text: string, directory: string): readonly ListedSetting[] | undefined {
  const fields = text.split('\0');
  if (fields.pop() !== '' || fields.length % 3 !== 0) return undefined;
  const settings: ListedSetting[] = [];
  for (let at = 0; at < fields.length; at += 3) {
    const [scope, origin = '', entry = ''] = fields.slice(at, at + 3);
    if (
      scope !== 'system' &&
      scope !== 'global' &&
      scope !== 'local' &&
      scope !== 'worktree' &&
      scope !== 'command'
    )
      return undefined;
    const path = /^file:(.+)$/su.exec(origin)?.[1];
    if (path === undefined && !(scope === 'command' && origin.startsWith('command line:'))) return undefined;
    const end = entry.indexOf('\n');
    settings.push({
      scope,
      file: path === undefined ? undefined : resolve(directory, path),
      key: end === -1 ? entry : entry.slice(0, end),
      value: end === -1 ? undefined : entry.slice(end + 1),
    });
  }
  return settings;
}
