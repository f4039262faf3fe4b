import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addExtra } from './extras.ts';
import { valueIn } from './hostile-settings.ts';
import type { ConfigurationFile, Layout, PlacedSetting } from './layout.ts';
import { makePlace, type Place } from './places.ts';
import { spell } from './spellings.ts';
import type { World } from './world.ts';

/** Makes the layout on disk. */
export function buildLayout({ place: name, hasMark, settings, extras }: Layout, world: World): Place {
  const place = makePlace(name, world);
  for (const extra of extras) addExtra(extra, world, place);
  for (const setting of settings) addSetting(setting, world, place);
  const config = join(place.gitDirectory, 'config');
  if (hasMark && existsSync(config)) writeFileSync(config, `\uFEFF${readFileSync(config, 'utf8')}`);
  return place;
}

export function addSetting({ key, value, spelling, file }: PlacedSetting, world: World, place: Place): void {
  // A subsection may hold a placeholder as well.
  write(file, spell(spelling, valueIn(key, world), valueIn(value, world)), place);
}

function write(file: ConfigurationFile, text: string, { gitDirectory }: Place): void {
  const at = (name: string): string => join(gitDirectory, name);
  const append = (name: string, more: string): void => appendFileSync(at(name), `\n${more}`);
  switch (file) {
    case 'config':
      return append('config', text);
    case 'config.worktree':
      append('config', '[extensions]\n\tworktreeConfig = true\n');
      return append('config.worktree', text);
    case 'included':
      append('config', '[include]\n\tpath = more\n');
      return append('more', text);
    case 'included where it matches':
      append('config', '[includeIf "gitdir:**"]\n\tpath = more\n');
      return append('more', text);
    case 'both':
      append('config', '[include]\n\tpath = ./more\n');
      append('more', text);
      return append('config', text);
    default: {
      const never: never = file;
      return never;
    }
  }
}
