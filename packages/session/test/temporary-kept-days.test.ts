import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSettings } from '@sluice/settings';
import { expect, it } from 'vitest';
import { temporaryKeptDays } from '../src/directory/temporary-kept-days.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';

it.each<[string, object, object, object, number | undefined]>([
  ['nobody says anything', {}, {}, {}, 30],
  ['the user says so', { cleanupPeriodDays: 7 }, {}, {}, 7],
  ['a flag says so', { cleanupPeriodDays: 7 }, { cleanupPeriodDays: 9 }, {}, 9],
  ['a repository says so', { cleanupPeriodDays: 7 }, {}, { cleanupPeriodDays: 0 }, undefined],
])(
  'results in temporary places are kept as long as it should be where %s',
  (_title, user, flag, project, days) => {
    const root = scratch();
    const [home, cwd] = [join(root, 'home'), join(root, 'project')];
    for (const [directory, text] of [
      [home, user],
      [cwd, project],
    ] as const) {
      mkdirSync(join(directory, '.sluice'), { recursive: true });
      writeFileSync(join(directory, '.sluice/settings.json'), JSON.stringify(text));
    }
    writeFileSync(join(home, '.sluice/trust.json'), JSON.stringify({ roots: [cwd] }));
    const loaded = loadSettings({
      cwd,
      home,
      env: {},
      managedDirectories: [],
      files: [JSON.stringify(flag)],
    });
    expect(temporaryKeptDays(loaded)).toBe(days);
  },
);
