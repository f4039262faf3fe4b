import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settingsAbove } from '../../src/index.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
  mkdirSync(join(scratch.project, '.git'));
  mkdirSync(join(scratch.project, 'packages/one'), { recursive: true });
});
afterEach(() => scratch.dispose());

const above = (cwd = join(scratch.project, 'packages/one')): readonly string[] =>
  settingsAbove({ ...scratch.options, cwd }).map(
    ({ file, holds }) => `${file.slice(scratch.project.length)}: ${holds.join(', ')}`,
  );
const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] };

describe('settings above the start directory', () => {
  it('are named where they forbid something or have hooks, the nearest first', () => {
    scratch.write('project/.claude/settings.json', { permissions: { deny: ['Read(a)'], ask: ['Bash'] } });
    scratch.write('project/packages/.sluice/settings.json', { hooks });
    scratch.write('project/packages/one/.sluice/settings.json', { hooks });
    expect(above()).toEqual([
      '/packages/.sluice/settings.json: hooks',
      '/.claude/settings.json: deny rules, ask rules',
    ]);
    expect(above(scratch.project)).toEqual([]);
  });

  it.each([
    ['that only allow', { permissions: { allow: ['Bash'], deny: [] }, hooks: {} }],
    ['that are broken', '{'],
    ['that are of another shape', '{"permissions": [], "hooks": []}'],
  ])('%s are not', (_, content) => {
    scratch.write('project/.claude/settings.json', content);
    expect(above()).toEqual([]);
  });

  it('are not looked for outside of the repository, nor are the own ones of a person', () => {
    scratch.write('.claude/settings.json', { hooks });
    scratch.write('project/.sluice/settings.json', { hooks });
    const place = { ...scratch.options, home: scratch.project, cwd: join(scratch.project, 'packages/one') };
    expect(settingsAbove(place)).toEqual([]);
  });
});
