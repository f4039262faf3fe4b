import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { nextCwd } from '../../../src/bash/start/next-cwd.ts';
import { createFakeWorld } from '../fake-context.ts';

const world = createFakeWorld();
afterAll(() => world.dispose());
const root = world.workspace;
const sub = join(root, 'sub');
const link = join(root, 'link');
const sibling = `${root}-sibling`;
mkdirSync(sub);
mkdirSync(sibling);
symlinkSync(sub, link);
const missing = join(root, 'missing');
const reset = (directory: string): string => `Shell cwd was reset to ${directory}`;
const usual = { current: root, final: sub, workspace: [root], canMove: true };

describe('the working directory after a command', () => {
  it.each([
    ['moves inside the workspace', {}, { cwd: sub }],
    [
      'moves to another directory of the workspace',
      { final: sibling, workspace: [root, sibling] },
      { cwd: sibling },
    ],
    ['stays when the command stayed', { final: root }, {}],
    ['stays when the command could not say where it was', { final: undefined }, {}],
    ['stays when it is only spelled otherwise', { current: link }, {}],
    ['stays after a failure or in a sub-agent', { canMove: false }, { note: reset(root) }],
    [
      'stays in a directory below after a failure',
      { current: sub, final: root, canMove: false },
      { note: reset(sub) },
    ],
    ['is reset from outside', { final: '/' }, { note: reset(root) }],
    [
      'is reset from outside to the original one',
      { current: sub, final: '/' },
      { cwd: root, note: reset(root) },
    ],
    ['is reset from a directory whose name begins like it', { final: sibling }, { note: reset(root) }],
    ['is reset from a directory that is gone', { final: missing }, { note: reset(root) }],
    [
      'is reset when the old one was removed',
      { current: missing, final: undefined },
      { cwd: root, note: reset(root) },
    ],
    [
      'is told when nothing is left',
      { current: missing, final: undefined, workspace: [missing] },
      { note: `The working directory ${missing} no longer exists.` },
    ],
  ])('%s', (_title, facts, expected) => {
    expect(nextCwd({ ...usual, ...facts })).toEqual(expected);
  });
});
