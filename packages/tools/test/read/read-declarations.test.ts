import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readFile, readTree } from '@sluice/core';
import { expect, test } from 'vitest';
import { createReadTool } from '../../src/read/read-tool.ts';
import { temporaryDirectory } from '../files/temporary-directory.ts';
import { createReadRoom } from './read-room.ts';

const tool = createReadTool();

test('claims: the file, and for a missing one the listings that its message depends on', async () => {
  const cwd = await temporaryDirectory();
  await mkdir(join(cwd, 'other'));
  await writeFile(join(cwd, 'a.txt'), '');
  await symlink('other/gone', join(cwd, 'dangling'));
  expect(tool.claims?.({ file_path: 'a.txt' }, { cwd })).toEqual([readFile('a.txt')]);
  expect(tool.claims?.({ file_path: 'x/y.txt' }, { cwd })).toEqual([readFile('x/y.txt'), readTree(cwd)]);
  expect(tool.claims?.({ file_path: 'dangling' }, { cwd })).toEqual([
    readFile('dangling'),
    readTree(cwd),
    readTree(join(cwd, 'other')),
  ]);
});

test('what it declares', () => {
  const input = { file_path: '/a' };
  expect([tool.isReadOnly(input), tool.isConcurrencySafe(input), tool.isDestructive(input)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([tool.maxResultSizeChars(input), tool.interruptBehavior(input)]).toEqual([Infinity, 'cancel']);
  expect(tool.summarize({ ...input, offset: 3, limit: 2 })).toBe('Read /a lines 3 to 4');
  expect(tool.summarize(input)).toBe('Read /a');
  const shown = (path: string, cwd: string): string => tool.summarize({ file_path: path }, { cwd });
  expect(shown('/w/src/a.ts', '/w')).toBe('Read src/a.ts');
  expect(shown('/wide/a.ts', '/w')).toBe('Read /wide/a.ts');
  expect(shown('/w/a.ts', '/')).toBe('Read /w/a.ts');
  expect(tool.summarize({ ...input, pages: ' 2-3 ' })).toBe('Read /a pages 2-3');
});

test('goes by the names that other programs know it by', () => {
  expect(tool.aliases).toEqual(['FileRead', 'FileReadTool', 'ReadFileTool']);
});

test('says that it reads before it has read', async () => {
  const { cwd, read } = await createReadRoom();
  await writeFile(join(cwd, 'a.txt'), 'one\n');
  expect((await read({ file_path: 'a.txt' })).progress).toEqual([
    { type: 'status', text: 'Reading 4 bytes of text' },
  ]);
});
