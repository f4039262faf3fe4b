import { homedir } from 'node:os';
import { expect, it } from 'vitest';
import { codeDirectory } from '../../../base/src/code-directory.ts';

it.each([
  [{ XDG_CACHE_HOME: '/somewhere' }, '/somewhere/sluice/code'],
  [{}, `${homedir()}/.cache/sluice/code`],
  // It would lie in whatever repository is worked in.
  [{ XDG_CACHE_HOME: '.cache' }, `${homedir()}/.cache/sluice/code`],
])('with %j compiled code lies in %s', (env, directory) => {
  expect(codeDirectory(env)).toBe(directory);
});
