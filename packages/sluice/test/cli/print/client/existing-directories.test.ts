import { expect, it } from 'vitest';
import { withExistingDirectories } from '../../../../src/cli/print/client/existing-directories.ts';
import { parsePrintOptions } from '../../../../src/cli/print/parse-print-options.ts';

function read(...directories: readonly string[]) {
  const args = directories.flatMap((path) => ['--add-dir', path]);
  const parsed = parsePrintOptions(['hi', ...args]);
  if (parsed.kind !== 'options') throw new Error(parsed.kind);
  const told: string[] = [];
  const options = withExistingDirectories(parsed.options, '/usr', (text) => void told.push(text));
  return { same: options === parsed.options, there: options.settings.additionalDirectories, told };
}

it('directories that are missing are skipped by name, others stay', () => {
  expect(read('/usr', '/missing', 'bin', 'gone')).toEqual({
    same: false,
    there: ['/usr', 'bin'],
    told: [
      'The additional directory /missing is skipped: it does not exist.',
      'The additional directory gone is skipped: it does not exist.',
    ],
  });
  expect(read('/usr')).toMatchObject({ same: true, told: [] });
  expect(read()).toMatchObject({ same: true, told: [] });
});
