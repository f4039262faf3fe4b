import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';

const MODULE = fileURLToPath(new URL('../src/directory/private-place.ts', import.meta.url));

/** Makes and leaves as sessions do, many times; fails where a directory can't be made, or is not among this user's own. */
const SCRIPT = `
import { rmdirSync } from 'node:fs';
import { makePrivateDirectory, leavePrivatePlace } from ${JSON.stringify(MODULE)};
for (let round = 0; round < 400; round += 1) {
  const directory = makePrivateDirectory(process.argv[1], process.pid + '-' + round);
  if (!directory.includes('/sluice-user-')) throw new Error(directory);
  rmdirSync(directory);
  leavePrivatePlace(directory);
}
`;

it('is made anew by a session that begins while the last other one ends', async () => {
  const temporary = scratch();
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--conditions=sluice-source', '--input-type=module', '-e', SCRIPT, temporary], {
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
  expect(codes).toEqual([0, 0, 0, 0]);
  expect(readdirSync(temporary)).toEqual([]);
});
