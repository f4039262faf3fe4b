import { expect, it } from 'vitest';
import { compileDirectoryPattern } from '../../../src/permission/rules/directory-pattern.ts';

const options = { ruleRoot: '/s', root: '/p', home: '/home/u' };

it.each([
  ['src', ['/p/src'], ['/p/src/a', '/p/a/src', '/src']],
  ['*', ['/p/a'], ['/p', '/p/a/b']],
  ['src/**', ['/p/src', '/p/src/a/b'], ['/p/a/src', '/p/srcs']],
  ['**/test', ['/p/test', '/p/a/b/test'], ['/p/test/a', '/test']],
  ['/a', ['/s/a'], ['/p/a', '/a']],
  ['~/work/*', ['/home/u/work/a'], ['/home/u/work', '/home/u/work/a/b']],
  ['//opt/**', ['/opt', '/opt/a'], ['/p/opt']],
  ['//', ['/'], ['/a']],
] as const)('Cd(%s) takes whole paths', (specifier, yes, no) => {
  const matches = compileDirectoryPattern(specifier, options);
  if ('problem' in matches) throw new Error(matches.problem);
  for (const path of yes) expect([path, matches(path)]).toEqual([path, true]);
  for (const path of no) expect([path, matches(path)]).toEqual([path, false]);
});

it.each(['!a', 'C:\\a', '~/a'])('Cd(%s) can not be read', (specifier) => {
  expect(compileDirectoryPattern(specifier, { ...options, home: undefined })).toHaveProperty('problem');
});
