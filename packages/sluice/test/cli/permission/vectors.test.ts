import { createMemoryFiles, type JsonObject } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { problemsOf, verdict, type Judged } from './judge.ts';

/** behaviour.md section 9, rows 1 to 26 and 34: number, rules and mode, tool, calls with what is expected. */
type Vector = readonly [
  number: number,
  judged: Judged,
  tool: string,
  calls: readonly (readonly [input: string | JsonObject, expected: 'A' | '?' | 'D'])[],
];

const file = (file_path: string): JsonObject => ({
  file_path,
  old_string: 'a',
  new_string: 'b',
  content: '',
});
const bypass = { mode: 'bypassPermissions' } as const;

const VECTORS: readonly Vector[] = [
  [
    1,
    { allow: ['Bash(npm run test:*)'] },
    'Bash',
    [
      ['npm run test', 'A'],
      ['npm run test -- -u', 'A'],
      ['npm run tests', '?'],
    ],
  ],
  [2, { allow: ['Bash(ls*)'] }, 'Bash', [['lsof', 'A']]],
  [
    3,
    { allow: ['Bash(git * main)'] },
    'Bash',
    [
      ['git push origin main', 'A'],
      ['git push origin main --force', '?'],
    ],
  ],
  [4, { allow: ['Bash(git:* push)'] }, 'Bash', [['git push', '?']]],
  [
    5,
    { allow: ['Bash(safe *)'] },
    'Bash',
    [
      ['safe a && other', '?'],
      ['safe a | safe b', 'A'],
    ],
  ],
  [
    6,
    { allow: ['Bash(npm test *)'] },
    'Bash',
    [
      ['timeout 30 npm test', 'A'],
      ['NODE_ENV=test npm test', 'A'],
      ['FOO=1 npm test', '?'],
    ],
  ],
  [
    7,
    { deny: ['Bash(rm *)'] },
    'Bash',
    [
      ['FOO=bar rm -rf t', 'D'],
      ['sudo rm x', 'D'],
      ['echo $(rm x)', 'D'],
      ['ls | xargs rm', 'D'],
    ],
  ],
  [
    8,
    { allow: ['Bash(grep *)'] },
    'Bash',
    [
      ['xargs grep p', 'A'],
      ['xargs -n1 grep p', '?'],
    ],
  ],
  [
    9,
    { allow: ['Bash(find *)'] },
    'Bash',
    [
      ['find . -name x', 'A'],
      ['find . -delete', '?'],
    ],
  ],
  [10, { allow: ['Bash(watch *)'] }, 'Bash', [['watch ls', '?']]],
  [11, { deny: ['Bash(aws *)'], allow: ['Bash(aws s3 ls)'] }, 'Bash', [['aws s3 ls', 'D']]],
  [
    12,
    { ask: ['Bash(git push *)'], allow: ['Bash(git *)'], mode: 'bypassPermissions' },
    'Bash',
    [['git push', '?']],
  ],
  [12, { ask: ['Bash(git push *)'], allow: ['Bash(git *)'], mode: 'dontAsk' }, 'Bash', [['git push', 'D']]],
  [
    13,
    {},
    'Bash',
    [
      ['ls *.ts', 'A'],
      ['find . -name *.ts', '?'],
      ['cd /p && git status', 'A'],
      ['cd sub && git status', '?'],
    ],
  ],
  [
    14,
    { allow: ['Bash(git commit *)'] },
    'Bash',
    [
      ['git commit -m x > /etc/o', '?'],
      ['git commit -m x 2>/dev/null', 'A'],
    ],
  ],
  [
    15,
    { allow: ['Bash'], ...bypass },
    'Bash',
    [
      ['rm -rf ~', '?'],
      ['rm -rf "$D"/*', '?'],
      ['echo "$(rm -rf /)"', '?'],
    ],
  ],
  [16, { allow: ['Bash(echo *)'] }, 'Bash', [[`echo ${'a'.repeat(9996)}`, '?']]],
  [
    17,
    { deny: ['Read(.env)'] },
    'Read',
    [
      [file('/p/a/.env'), 'D'],
      [file('/q/.env'), '?'],
    ],
  ],
  [17, { deny: ['Read(.env)'] }, 'Bash', [['cat .env', 'D']]],
  [17, { deny: ['Read(.env)'], allow: ['Edit'] }, 'Edit', [[file('/p/.env'), 'D']]],
  [
    18,
    {
      allow: ['Read(//p/**)'],
      deny: ['Read(~/.ssh/**)'],
      files: createMemoryFiles({
        contents: new Map([['/h/.ssh/id', '']]),
        links: new Map([['/p/k', '/h/.ssh/id']]),
      }),
    },
    'Read',
    [[file('/p/k'), 'D']],
  ],
  [
    19,
    { deny: ['Read(/secrets/**)'], source: 'user' },
    'Read',
    [
      [file('/p/secrets/a'), 'A'],
      [file('/h/.claude/secrets/a'), 'D'],
    ],
  ],
  // On purpose stricter than the published behavior, where such a rule is never consulted: docs/decisions/0023.
  [20, { deny: ['Write(docs/**)'], allow: ['Write'] }, 'Write', [[file('/p/docs/a'), 'D']]],
  [20, { deny: ['Write(docs/**)'], allow: ['Write'] }, 'Edit', [[file('/p/docs/a'), 'D']]],
  [20, { ask: ['Write(docs/**)'], allow: ['Write'] }, 'Write', [[file('/p/docs/a'), '?']]],
  [20, { deny: ['Glob(docs/**)'], allow: ['Read'] }, 'Read', [[file('/p/docs/a'), 'D']]],
  [20, { allow: ['Write(docs/**)'] }, 'Write', [[file('/p/docs/a'), '?']]],
  [21, { allow: ['Edit(.claude/**)'] }, 'Edit', [[file('/p/.claude/settings.json'), '?']]],
  [21, { allow: ['Edit(.claude/**)'], ...bypass }, 'Edit', [[file('/p/.claude/settings.json'), 'A']]],
  [21, { allow: ['Edit(.claude/**)'], mode: 'dontAsk' }, 'Edit', [[file('/p/.claude/settings.json'), 'D']]],
  [
    22,
    { allow: ['WebFetch(domain:*.example.com)'] },
    'WebFetch',
    [
      [{ url: 'https://a.b.example.com/x' }, 'A'],
      [{ url: 'https://example.com/' }, '?'],
    ],
  ],
  [
    23,
    { allow: ['WebFetch(domain:example.*)'] },
    'WebFetch',
    [
      [{ url: 'https://example.org/' }, 'A'],
      [{ url: 'https://example.evil.com/' }, '?'],
    ],
  ],
  [24, { allow: ['mcp__*'] }, 'mcp__gh__get_x', [[{}, '?']]],
  [24, { allow: ['mcp__gh__get_*'] }, 'mcp__gh__get_x', [[{}, 'A']]],
  [
    25,
    { deny: ['Agent(model:opus)'] },
    'Agent',
    [
      [{ name: 'a', model: 'opus' }, 'D'],
      [{ name: 'a' }, '?'],
    ],
  ],
  [26, { deny: ['Bash(command:rm *)'], allow: ['Bash(rm *)'] }, 'Bash', [['rm x', 'A']]],
  [34, { allow: ['Edit'], mode: 'plan' }, 'Edit', [[file('/p/a'), 'D']]],
];

const ROWS = VECTORS.flatMap(([number, judged, tool, calls]) =>
  calls.map(([input, expected]) => {
    const { files: _files, ...rules } = judged;
    const shown = JSON.stringify(typeof input === 'string' ? input.slice(0, 60) : input);
    return { number, rules: JSON.stringify(rules), tool, shown, expected, input, judged };
  }),
);

describe('conformance vectors', () => {
  it.each(ROWS)('$number: $rules: $tool $shown is $expected', ({ tool, input, judged, expected }) => {
    expect(verdict(tool, input, judged)).toBe(expected);
  });

  it.each([
    [20, { deny: ['Write(docs/**)'] }, 'read-as'],
    [20, { allow: ['Write(docs/**)'] }, 'never-consulted'],
    [24, { allow: ['mcp__*'] }, 'allow-glob'],
    [26, { deny: ['Bash(command:rm *)'] }, 'primary-parameter'],
  ])('%s: %j is warned of', (_, judged, code) => {
    expect(problemsOf(judged)).toContain(code);
  });
});
