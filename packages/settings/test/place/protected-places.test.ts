import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings } from '../../src/index.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

interface Row {
  readonly title: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly make?: () => void;
  readonly places: readonly string[];
  readonly not?: readonly string[];
}

describe('the places of settings', () => {
  it.each<Row>([
    {
      title: 'are there before the files are',
      places: [
        'project/.sluice/settings.json',
        'project/.claude/settings.json',
        'project/.sluice/settings.local.json',
        'project/.claude/settings.local.json',
        'home/.sluice/settings.json',
        'home/.claude/settings.json',
        'home/.sluice/trust.json',
        'home/.claude.json',
        'managed',
      ],
      not: ['home/.claude', 'home/.sluice', 'project/.claude'],
    },
    {
      title: 'a file that is given by name',
      files: ['my.json', '{"model":"x"}', '/dev/fd/63', '/proc/self/fd/5'],
      make: () => void scratch.write('project/my.json', {}),
      places: ['project/my.json'],
      not: ['/dev/fd/63', '/proc/self/fd/5'],
    },
    {
      title: 'moved directories, as a whole',
      env: { SLUICE_CONFIG_DIR: 'project/own', CLAUDE_CONFIG_DIR: 'project/other' },
      places: [
        'project/own',
        'project/own/settings.json',
        'project/own/trust.json',
        'project/other',
        'project/other/.claude.json',
      ],
    },
    {
      title: 'the workspace itself is none, though its files are',
      env: { SLUICE_CONFIG_DIR: 'project' },
      places: ['project/settings.json', 'project/trust.json'],
      not: ['project'],
    },
    {
      title: 'where links lead, to what is there and to what is not',
      make: () => {
        mkdirSync(join(scratch.project, '.claude'));
        symlinkSync('../shared.json', join(scratch.project, '.claude/settings.json'));
        scratch.write('project/here.json', {});
        symlinkSync('../here.json', join(scratch.project, '.claude/settings.local.json'));
      },
      places: ['project/.claude/settings.json', 'project/shared.json', 'project/here.json'],
    },
  ])('$title', ({ env = {}, files = [], make, places, not = [] }) => {
    make?.();
    const moved = Object.entries(env).map(([name, path]) => [
      name,
      path === '' ? '' : join(scratch.path, path),
    ]);
    const loaded = loadSettings({ ...scratch.options, files, env: Object.fromEntries(moved) });
    const absolute = (path: string): string => (path.startsWith('/') ? path : join(scratch.path, path));
    expect(loaded.places).toEqual(expect.arrayContaining(places.map(absolute)));
    for (const path of not) expect(loaded.places).not.toContain(absolute(path));
  });
});
