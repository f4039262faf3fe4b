import { posix } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withWholePaths } from '../../src/run/hook-input.ts';

it.each([
  ['a relative one', 'a.ts', '/work/dir/a.ts'],
  ['one with dots', '../b/./a.ts', '/work/b/a.ts'],
  ['the home directory', '~', '/home/me'],
  ['one in the home directory', '~/.ssh/id', '/home/me/.ssh/id'],
  ['one in the home directory, with dots', '~/../you/x', '/home/you/x'],
  ['a file that is really called ~', './~/x', '/work/dir/~/x'],
  ['a whole one', '/etc/./passwd', '/etc/passwd'],
])('reliability 70: hooks are told the whole path of %s', (_, given, whole) => {
  expect(
    withWholePaths({ file_path: given, notebook_path: given, path: given }, '/work/dir', '/home/me'),
  ).toEqual({ file_path: whole, notebook_path: whole, path: given });
});

it('without a home directory ~ is a name', () => {
  expect(withWholePaths({ file_path: '~/x' }, '/work', undefined)).toEqual({ file_path: '/work/~/x' });
});

it('property: each spelling of a place in the home directory is told alike', () => {
  const names = fc.array(fc.stringMatching(/^[a-z.]{1,8}$/), { maxLength: 5 });
  fc.assert(
    fc.property(names, (segments) => {
      const rest = segments.join('/');
      const whole = posix.resolve('/home/me', rest);
      const spellings = [`~/${rest}`, `/home/me/${rest}`, `../../home/me/${rest}`];
      for (const file_path of spellings) {
        expect(withWholePaths({ file_path }, '/work/dir', '/home/me')).toEqual({ file_path: whole });
      }
    }),
  );
});
