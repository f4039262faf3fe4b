import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pluginPlaces } from '../../src/plugins/plugin-places.ts';

it('protects the directory of a plugin by both its names and its data, and of a project that is one only its parts', () => {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-plugin-')));
  mkdirSync(join(place, 'plugin/src'), { recursive: true });
  symlinkSync('plugin', join(place, 'link'));
  const data = join(place, 'data');
  expect(pluginPlaces({ root: join(place, 'link'), data }, place)).toEqual([
    join(place, 'plugin'),
    data,
    join(place, 'link'),
  ]);
  for (const cwd of [join(place, 'plugin'), join(place, 'plugin/src')]) {
    const places = pluginPlaces({ root: join(place, 'plugin'), data }, cwd);
    expect(places).toEqual(expect.arrayContaining([join(place, 'plugin/hooks'), data]));
    expect(places).not.toContain(join(place, 'plugin'));
  }
});
