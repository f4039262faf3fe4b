import { linkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { realPlace } from './real-judge.ts';

const CONTENTS = {
  'w/secrets/key': 'secret',
  'w/.env': 'secret',
  'w/apps/web/secrets/a/b/key': 'secret',
  'w/apps/web/.env': 'secret',
  'w/dir/a': '',
  'w/other/b': '',
};

const SEARCHES = ['grep -r x dir', 'grep -rn x .', 'rg x dir', 'cd dir && rg x', 'grep -rn x dir other'];

async function verdicts(commands: readonly string[], deny: string, source?: string): Promise<string> {
  const place = await realPlace(CONTENTS);
  if (source !== undefined) linkSync(`${place.cwd}/${source}`, `${place.cwd}/dir/link`);
  return commands.map((command) => place.verdict(command, { mode: 'default', deny: [deny] })).join('');
}

describe('a search below a directory with a hard link to a file that a rule denies reading', () => {
  it.each([
    ['Read(secrets/key)', 'secrets/key'],
    ['Read(secrets/**)', 'secrets/key'],
    ['Read(.env)', '.env'],
    ['Read(**/.env)', '.env'],
    ['Read(secrets/**)', 'apps/web/secrets/a/b/key'],
    ['Read(**/secrets/**)', 'apps/web/secrets/a/b/key'],
    ['Read(.env)', 'apps/web/.env'],
    ['Read(**/k*y)', 'apps/web/secrets/a/b/key'],
    ['Read(apps/*/.env)', 'apps/web/.env'],
  ])('asks: %s', async (deny, source) => {
    expect(await verdicts(SEARCHES, deny, source)).toBe('?????');
  });

  it('runs where the link is not, where it leads to another file, and where there is none', async () => {
    expect(await verdicts(['grep -r x other', 'rg x other'], 'Read(.env)', '.env')).toBe('AA');
    expect(await verdicts(SEARCHES, 'Read(.env)', 'other/b')).toBe('AAAAA');
    expect(await verdicts(SEARCHES, 'Read(secrets/**)')).toBe('AAAAA');
  });

  it('asks about what copies or packs the directory', async () => {
    const commands = ['cp -r dir x', 'cp -r dir/ x', 'tar c dir', 'tar cf a.tar dir'];
    expect(await verdicts(commands, 'Read(secrets/key)', 'secrets/key')).toBe('????');
  });
});
