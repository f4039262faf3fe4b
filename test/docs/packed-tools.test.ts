import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWN_TOOLS } from '@sluice/core';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('each built-in tool is named by a test of what is packed', () => {
  const files = globSync('test/packed/**/*.ts', { cwd: root });
  const text = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  expect(OWN_TOOLS.filter((name) => !new RegExp(`['"\`]${name}['"\`]`).test(text))).toEqual([]);
});
