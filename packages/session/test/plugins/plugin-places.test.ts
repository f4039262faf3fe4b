import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pluginPlaces } from '../../src/plugins/plugin-places.ts';

it('protects the directory of a plugin by both its names, and of a project that is one only its parts', () => {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-plugin-')));
  mkdirSync(join(place, 'plugin/src'), { recursive: true });
  symlinkSync('plugin', join(place, 'link'));
  expect(pluginPlaces(join(place, 'link'), place)).toEqual([join(place, 'plugin'), join(place, 'link')]);
  for (const cwd of [join(place, 'plugin'), join(place, 'plugin/src')]) {
    const places = pluginPlaces(join(place, 'plugin'), cwd);
    expect(places).toContain(join(place, 'plugin/hooks'));
    expect(places).not.toContain(join(place, 'plugin'));
  }
});
