import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readContextFile } from '../../src/context-files/read-context-file.ts';
import { scratch } from '../../../sluice/test/cli/exec/support/scratch.ts';

/** Reads `in/file`; `meanwhile` runs once the gate has approved its real path, before it is opened. */
function read(directory: string, meanwhile: () => void = () => {}, path = join(directory, 'in/file')) {
  const refusalOf = (): undefined => {
    meanwhile();
    return undefined;
  };
  return readContextFile({ path, scope: 'person', gate: { refusalOf }, maxBytes: 100_000 });
}

function place(): string {
  const directory = scratch();
  for (const name of ['in', 'out']) mkdirSync(join(directory, name));
  writeFileSync(join(directory, 'in/file'), 'approved');
  writeFileSync(join(directory, 'out/file'), 'secret!!');
  return directory;
}

it.each<[string, (directory: string) => void]>([
  [
    'the file by a link',
    (directory) => {
      renameSync(join(directory, 'in/file'), join(directory, 'in/old'));
      symlinkSync(join(directory, 'out/file'), join(directory, 'in/file'));
    },
  ],
  [
    'its directory by a link',
    (directory) => {
      renameSync(join(directory, 'in'), join(directory, 'old'));
      symlinkSync(join(directory, 'out'), join(directory, 'in'));
    },
  ],
])('what is swapped after its approval is not read: %s', (_, swap) => {
  const directory = place();
  expect(read(directory, () => swap(directory))).toEqual({
    ...{ status: 'left-out', needsTrust: false },
    reason: 'it was replaced while it was read',
  });
});

it('a link is read where it leads, and a new file in the same place is read as it is', () => {
  const directory = place();
  const link = join(directory, 'link');
  symlinkSync(join(directory, 'in/file'), link);
  const realPath = join(directory, 'in/file');
  expect(read(directory, undefined, link)).toEqual({ status: 'read', text: 'approved', realPath });
  writeFileSync(join(directory, 'in/new'), 'newer text');
  const swap = (): void => renameSync(join(directory, 'in/new'), realPath);
  expect(read(directory, swap)).toEqual({ status: 'read', text: 'newer text', realPath });
});

it.each([
  ['no bytes', '', ''],
  ['many', 'x'.repeat(70_000), 'x'.repeat(70_000)],
])('a file of %s is read to its end', (_, text, expected) => {
  const directory = place();
  writeFileSync(join(directory, 'in/file'), text);
  expect(read(directory)).toMatchObject({ status: 'read', text: expected });
});

it('a file that grows after it was looked at, and one that reports no size, are read to their end', () => {
  const directory = place();
  const grow = (): void => writeFileSync(join(directory, 'in/file'), 'approved, and more');
  expect(read(directory, grow)).toMatchObject({ text: 'approved, and more' });
  const { text } = { text: '', ...read(directory, undefined, '/proc/version') };
  expect(text).toMatch(/^Linux version .*\n$/s);
});
