import { realpathSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startDirectory } from '../../src/cli/start-directory.ts';

const refuses = (): never => {
  throw new Error('EACCES');
};

it('is one that can be entered', () => {
  expect(startDirectory('/')).toEqual({ ok: true, directory: realpathSync('/') });
  expect(startDirectory('/', '--cwd', refuses)).toEqual({
    ok: false,
    message: "can't enter /: permission denied",
  });
});
