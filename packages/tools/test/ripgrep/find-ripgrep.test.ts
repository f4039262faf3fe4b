import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { findRipgrep } from '../../src/ripgrep/find-ripgrep.ts';
import { standInForRipgrep } from './stand-in.ts';
import { temporaryTree } from './temporary-tree.ts';

const bundled = vi.hoisted(() => ({ path: '' }));
vi.mock('@vscode/ripgrep', () => ({
  get rgPath() {
    if (bundled.path === '') throw new Error('no binary for this system');
    return bundled.path;
  },
}));
afterEach(() => {
  bundled.path = '';
});

it('finds the bundled rg', async () => {
  bundled.path = standInForRipgrep('');
  expect(await findRipgrep()).toBe(bundled.path);
});

it('leaves it to PATH where none is bundled, or one that is gone or may not be executed', async () => {
  expect(await findRipgrep()).toBe('rg');
  const directory = temporaryTree({});
  bundled.path = join(directory, 'rg');
  expect(await findRipgrep()).toBe('rg');
  writeFileSync(bundled.path, '#!/bin/sh\n', { mode: 0o644 });
  expect(await findRipgrep()).toBe('rg');
});
