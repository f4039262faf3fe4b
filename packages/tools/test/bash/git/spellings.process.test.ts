import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../files/temporary-directory.ts';
import { spell, spellings } from './spellings.ts';

it.each(spellings)('git reads what is spelled %s', async (spelling) => {
  const file = join(await temporaryDirectory(), 'config');
  for (const key of ['core.x', 'filter.evil.clean', 'url.ext::/a "b\\c.insteadof']) {
    const value = '/a b/c "d" \\e; #f';
    writeFileSync(file, spell(spelling, key, value));
    const answer = execFileSync('git', ['config', '-f', file, '--get', key], { encoding: 'utf8' });
    expect(answer).toBe(`${value}\n`);
  }
});
