import { createMemoryFiles } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../../../../test/support/sample.ts';
import { verdict, type Judged } from './judge.ts';

const files = createMemoryFiles({ contents: new Map([['/p/sub/x', '']]), links: new Map() });

/** Where nothing but a critical change is asked about. */
const MODES: readonly Judged[] = [
  { mode: 'bypassPermissions', files },
  {
    files,
    allow: ['chmod', 'chown', 'sed', 'xargs', 'find', 'ls', 'echo', 'cat', 'cd', 'sh', 'tee', 'sort']
      .map((name) => `Bash(${name}:*)`)
      .concat('Bash'),
  },
];

const verdicts = (line: string): readonly string[] => MODES.map((judged) => verdict('Bash', line, judged));

/** Ways in which a change is made of each name that a command lists: they stand for `CHANGE` and `LIST`. */
const FROM_LIST = [
  'LIST | xargs CHANGE',
  'LIST | xargs -0 CHANGE --',
  'LIST | xargs -I% CHANGE %',
  'LIST | sudo xargs -n1 CHANGE',
  'LIST | parallel CHANGE',
  'LIST | while read -r f; do CHANGE "$f"; done',
  'for f in $(LIST); do CHANGE "$f"; done',
  'CHANGE $(LIST)',
  'CHANGE `LIST`',
  'x=$(LIST); CHANGE $x',
  'a=($(LIST)); CHANGE "${a[@]}"',
  'mapfile -t a < <(LIST); CHANGE "${a[@]}"',
  'LIST | xargs sh -c \'CHANGE "$@"\' _',
  "LIST | xargs -I{} sh -c 'CHANGE {}'",
  'f() { CHANGE "$1"; }; LIST | while read -r x; do f "$x"; done',
  'f() { CHANGE "$@"; }; f $(LIST)',
];

const EVERYTHING = [
  'find ~',
  'find / -xdev',
  'find ~ -type f -print0',
  'ls -R /etc',
  'ls -d /*',
  'git ls-files ~',
  'fd . /',
];

const CHANGES = [
  'chmod 777',
  'chmod -R o+w',
  'chown me',
  'chgrp -h me',
  'setfacl -m u:x:rwx',
  'chattr +i',
  'sed -i s/a/b/',
  "perl -pi -e 's/a/b/'",
  'gzip',
  'truncate -s 0',
  'shred',
  'tee',
];

describe('changes of everything that a list names', () => {
  it.each(EVERYTHING)('%s: each change of it asks', (list) => {
    const lines = FROM_LIST.flatMap((way, at) =>
      sampleOf(CHANGES, at).map((change) => way.replace('LIST', () => list).replace('CHANGE', () => change)),
    );
    expect(lines.filter((line) => verdicts(line).some((one) => one !== '?'))).toEqual([]);
  });

  it.each([
    'find / -exec CHANGE {} +',
    'find ~ -type f -exec CHANGE {} \\;',
    'find ~ -execdir CHANGE {} \\;',
    'find ~ -exec sh -c \'CHANGE "$1"\' _ {} \\;',
    'find / -exec sh -c \'for f; do CHANGE "$f"; done\' _ {} +',
    'fd . ~ -x CHANGE',
    'for f in ~/*; do CHANGE "$f"; done',
    'CHANGE /*',
    'CHANGE /etc/*',
    'cd / && CHANGE *',
    'ls / | xargs -I{} CHANGE /{}',
    'xargs -I{} CHANGE ~/{} < list',
  ])('%s asks', (way) => {
    const lines = CHANGES.map((change) => way.replace('CHANGE', () => change));
    expect(lines.filter((line) => verdicts(line).some((one) => one !== '?'))).toEqual([]);
  });

  it.each(['~/.*', '$HOME/.*', '/h/.*', '~/../*', '/*', '/.*', '~/.??*', '~/{.*,*}', '../*'])(
    'each recursive change of %s asks',
    (pattern) => {
      const recursive = [
        'chmod -R 000',
        'chown -Rh me',
        'chgrp -R g',
        'setfacl -R -b',
        'chattr -R +i',
        'gzip -r',
      ];
      const lines = [...CHANGES, ...recursive, 'mv -t /tmp', 'sudo chmod -R 000'].map(
        (one) => `${one} ${pattern}`,
      );
      expect(lines.filter((line) => verdicts(line).some((one) => one !== '?'))).toEqual([]);
    },
  );

  it.each(['.*', './.*', '.?', '..*', '.[.]'])(
    'what is done to everything in %s may be done to what lies above',
    (pattern) => {
      const lines = ['chmod -R 755', 'chown -R me', 'setfacl -R -b'].map((one) => `${one} ${pattern}`);
      expect(lines.map((line) => verdict('Bash', line, { mode: 'bypassPermissions', files }))).toEqual([
        '?',
        '?',
        '?',
      ]);
    },
  );

  it.each(['.??*', '.[!.]*', '.git*', 'sub/.*', 'sub/*'])('chmod -R of %s runs', (pattern) => {
    expect(verdict('Bash', `chmod -R 755 ${pattern}`, { mode: 'bypassPermissions', files })).toBe('A');
  });

  it.each(['gzip -r ~', 'zstd -r --rm ~', 'gunzip -r /etc'])('%s asks', (line) => {
    expect(verdicts(line)).toEqual(['?', '?']);
  });

  it.each(['echo / | xargs chmod -R 777', 'printf "%s\\n" ~ | xargs chown -R me', 'chmod -R 777 $(echo /)'])(
    '%s asks',
    (line) => {
      expect(verdicts(line)).toEqual(['?', '?']);
    },
  );

  it.each([
    'LIST_OF_SOME | xargs chmod +x',
    'LIST_OF_SOME | while read -r f; do sed -i s/a/b/ "$f"; done',
    'chmod +x $(LIST_OF_SOME)',
    'x=$(LIST_OF_SOME); gzip $x',
  ])('%s runs in bypassPermissions', (way) => {
    const lists = [
      "find ~ -name '*.sh'",
      'find .',
      'git ls-files',
      'find ~/.ssh -type f',
      'ls -t ~ | head -3',
      'cat list',
      'echo a b',
    ];
    const asked = lists
      .map((list) => way.replace('LIST_OF_SOME', () => list))
      .filter((line) => verdicts(line)[0] !== 'A');
    expect(asked).toEqual([]);
  });

  it.each([
    'chmod -R 755 .',
    'chmod 600 ~/.ssh/*',
    'chmod +x ~/*.sh',
    'chmod 755 /usr/local/bin/tool',
    'find . -type f -exec chmod 644 {} +',
    'find /var/www -type d -exec chmod 755 {} +',
    "find / -name '*.pyc' -exec gzip {} +",
    'cd build && chmod 644 *',
    'sed -i s/a/b/ *',
  ])('%s runs in bypassPermissions', (line) => {
    expect(verdicts(line)[0]).toBe('A');
  });
});
