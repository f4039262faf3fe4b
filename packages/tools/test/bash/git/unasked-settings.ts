import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askSluice } from './ask-sluice.ts';
import { addSetting } from './build-layout.ts';
import type { PlacedSetting } from './layout.ts';
import { makePlace } from './places.ts';
import type { World } from './world.ts';

/** Of these settings, those with which a repository still has its commands run unasked. */
export async function unaskedSettings(
  settings: readonly PlacedSetting[],
  commands: readonly string[],
  world: World,
): Promise<readonly PlacedSetting[]> {
  const place = makePlace('plain', world);
  const file = join(place.gitDirectory, 'config');
  const before = readFileSync(file);
  const found: PlacedSetting[] = [];
  for (const setting of settings) {
    addSetting(setting, world, place);
    const { unasked } = await askSluice(world, place, commands);
    if (unasked.length > 0) found.push(setting);
    writeFileSync(file, before);
  }
  return found;
}
