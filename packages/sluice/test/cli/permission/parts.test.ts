import { createMemoryFiles } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { judge, verdict, type Judged } from './judge.ts';

const links = createMemoryFiles({
  contents: new Map([
    ['/h/.ssh/id', ''],
    ['/p/src/a.ts', ''],
    ['/p/real/b', ''],
    ['/p/.env', ''],
    ['/p/docs/c', ''],
  ]),
  links: new Map([
    ['/p/src/key', '/h/.ssh/id'],
    ['/p/up', '/h/.ssh/deep'],
    ['/p/own', '/p/real'],
    ['/p/docs/own', '/p/real/b'],
  ]),
});

const ROWS: readonly (readonly [string, string, Judged, 'A' | '?' | 'D'])[] = [
  ['one denied part denies the whole, whatever else asks', 'make && rm x', { deny: ['Bash(rm *)'] }, 'D'],
  ['and wherever it stands', 'make; (ls; rm x) | cat', { deny: ['Bash(rm *)'] }, 'D'],
  ['one part that asks makes all ask', 'ls && make && pwd', {}, '?'],
  [
    'a rule that asks stands beside one that allows',
    'npm test && git push',
    { allow: ['Bash'], ask: ['Bash(git push *)'] },
    '?',
  ],
  [
    'every part may be allowed by another rule',
    'make && npm test',
    { allow: ['Bash(make)', 'Bash(npm *)'] },
    'A',
  ],
  ['a bare rule allows every command', 'make -j4 && ./run', { allow: ['Bash'] }, 'A'],
  ['but not what its output does elsewhere', 'make > /etc/x', { allow: ['Bash'] }, '?'],
  ['and in the workspace it does', 'make > out.txt', { allow: ['Bash'] }, 'A'],
  ['a rule for the file allows the redirection', 'ls > /tmp/x', { allow: ['Edit(//tmp/**)'] }, 'A'],
  [
    'a redirection is a write: denied',
    'ls > src/a',
    { deny: ['Edit(src/**)'], mode: 'bypassPermissions' },
    'D',
  ],
  ['one that is thrown away is none', 'ls > /dev/null 2>&1', {}, 'A'],
  ['a pattern finds only what leads inside', 'cat src/*.ts', { files: createMemoryFiles() }, 'A'],
  ['a link among what a pattern finds may lead out', 'cat src/*', { files: links }, '?'],
  ['its name alone tells nothing', 'ls src/*', { files: links }, 'A'],
  ['a link to within is fine', 'cat docs/*', { files: links }, 'A'],
  ['a link to what is denied is denied', 'cat src/*', { files: links, deny: ['Read(~/.ssh/**)'] }, 'D'],
  ['in every mode', 'cat src/*', { files: links, deny: ['Read(~/.ssh/**)'], mode: 'bypassPermissions' }, 'D'],
  ['`..` behind a link goes where the kernel goes', 'cat up/../id', { files: links }, '?'],
  ['and to what is denied there', 'cat up/../id', { files: links, deny: ['Read(~/.ssh/**)'] }, 'D'],
  ['a way through a link that stays inside is inside', 'cat own/../.env', { files: links }, 'A'],
  [
    'a search of a tree may read what is denied in it',
    'grep -r x .',
    { files: links, deny: ['Read(.env)'] },
    '?',
  ],
  ['a listing of it may not', 'ls -R', { files: links, deny: ['Read(.env)'] }, 'A'],
  [
    'a search of another tree is not concerned',
    'grep -r x real',
    { files: links, deny: ['Read(./src/key)'] },
    'A',
  ],
  [
    'a file that is not known may be the one',
    'cat "$f"',
    { allow: ['Bash(cat *)'], deny: ['Read(.env)'] },
    '?',
  ],
  ['without such a rule the command is covered', 'cat "$f"', { allow: ['Bash(cat *)'] }, 'A'],
  [
    'a name that is not known may be a denied one',
    '$c x',
    { deny: ['Bash(rm *)'], mode: 'bypassPermissions' },
    '?',
  ],
  ['without such a rule bypass runs it', '$c x', { mode: 'bypassPermissions' }, 'A'],
  ['what is not understood asks, rule or not', 'coproc x { ls; }', { allow: ['Bash'] }, '?'],
  ['in bypass it runs', 'coproc x { ls; }', { mode: 'bypassPermissions' }, 'A'],
  [
    'unless a rule may be about it',
    'coproc x { ls; }',
    { deny: ['Bash(curl *)'], mode: 'bypassPermissions' },
    '?',
  ],
  ['or it names what removes', "coproc x { r'm' -rf ~; }", { mode: 'bypassPermissions' }, '?'],
  ['what is too long asks always', `echo ${'a'.repeat(10_000)}`, { mode: 'bypassPermissions' }, '?'],
  [
    'a command that another runs is covered by a rule about that one',
    'bash -c "make"',
    { allow: ['Bash(bash *)'] },
    'A',
  ],
  ['never by a rule about itself', 'bash -c "make"', { allow: ['Bash(make)'] }, '?'],
  ['and denied by one', 'bash -c "make"', { allow: ['Bash(bash *)'], deny: ['Bash(make)'] }, 'D'],
  ['edits of files in scope run in acceptEdits', 'mkdir -p a/b && touch a/b/c', { mode: 'acceptEdits' }, 'A'],
  ['output of what only reads goes into a file in scope', 'git log > log.txt', { mode: 'acceptEdits' }, 'A'],
  ['those elsewhere ask', 'touch /etc/c', { mode: 'acceptEdits' }, '?'],
  ['those of protected paths too', 'touch .git/hooks/x', { mode: 'acceptEdits' }, '?'],
  ['and other programs', 'make', { mode: 'acceptEdits' }, '?'],
  ['nothing changes in plan', 'touch x', { mode: 'plan', allow: ['Bash', 'Edit'] }, '?'],
  ['reading goes on there', 'git status && ls', { mode: 'plan' }, 'A'],
  [
    'a rule for all commands leaves auto nothing to judge: it is suspended',
    'make',
    { mode: 'auto', allow: ['Bash'] },
    '?',
  ],
  ['so is one for an interpreter', 'python x.py', { mode: 'auto', allow: ['Bash(python *)'] }, '?'],
  ['a narrow one is not', 'make', { mode: 'auto', allow: ['Bash(make)'] }, 'A'],
  ['what would ask is denied in dontAsk', 'make', { mode: 'dontAsk' }, 'D'],
  ['what rules allow runs', 'make', { mode: 'dontAsk', allow: ['Bash(make)'] }, 'A'],
  ['what only reads runs', 'ls | wc -l', { mode: 'dontAsk' }, 'A'],
  ['reading elsewhere asks', 'cat ~/.ssh/id', {}, '?'],
  ['in a further directory of the workspace it does not', 'cat /other/a', { directories: ['/other'] }, 'A'],
  ['and where a rule allows it', 'cat /other/a', { allow: ['Read(//other/**)'] }, 'A'],
  ['a whole tree too', 'grep -r x /other', { allow: ['Read(//other/**)'] }, 'A'],
  ['a rule that allows to edit allows to read', 'cat /other/a', { allow: ['Edit(//other/**)'] }, 'A'],
  ['git elsewhere runs what is set there', 'cd sub && git status', {}, '?'],
  [
    'critical removals ask in every mode',
    'rm -rf / tmp',
    { mode: 'bypassPermissions', allow: ['Bash'] },
    '?',
  ],
  ['inside loops', 'for f in *; do rm -rf "$f"; done', { mode: 'bypassPermissions' }, '?'],
  ['behind wrappers', 'sudo nice bash -c "rm -rf /etc"', { mode: 'bypassPermissions' }, '?'],
  ['and are denied where no one is to be asked', 'rm -rf ~', { mode: 'dontAsk', allow: ['Bash'] }, 'D'],
];

describe('a command is decided part by part', () => {
  it.each(ROWS)('%s: %s', (_, command, judged, expected) => {
    expect(verdict('Bash', command, judged)).toBe(expected);
  });
});

it('a decision names the rule and says why, for each part', () => {
  const decision = judge('Bash', 'ls && rm x > out', { deny: ['Bash(rm *)'] });
  expect(decision).toMatchObject({
    behavior: 'deny',
    by: 'rule',
    reason: 'the deny rule Bash(rm *) (project) matches rm x',
    rule: { text: 'Bash(rm *)' },
    version: 1,
    parts: [
      { kind: 'command', subject: 'ls', stage: 'read-only', behavior: 'allow' },
      { kind: 'command', subject: 'rm x', stage: 'deny-rules', behavior: 'deny' },
      { kind: 'redirection', stage: 'default', behavior: 'ask' },
    ],
  });
});

const edit = { file_path: '/p/a', old_string: 'a', new_string: 'b' };
const FILES: readonly (readonly [string, string, Record<string, string>, Judged, 'A' | '?' | 'D'])[] = [
  ['an edit asks', 'Edit', edit, {}, '?'],
  ['an edit in acceptEdits runs', 'Edit', edit, { mode: 'acceptEdits' }, 'A'],
  ['in auto too', 'Edit', edit, { mode: 'auto' }, 'A'],
  ['elsewhere it asks', 'Edit', { ...edit, file_path: '/q/a' }, { mode: 'acceptEdits' }, '?'],
  [
    'where the file leads elsewhere as well',
    'Edit',
    { ...edit, file_path: '/p/up/x' },
    { mode: 'acceptEdits', files: links },
    '?',
  ],
  [
    'a bare rule is about its tool alone',
    'Write',
    { file_path: '/p/a', content: '' },
    { allow: ['Edit'] },
    '?',
  ],
  [
    'a path rule is about all that edits',
    'Write',
    { file_path: '/p/a', content: '' },
    { allow: ['Edit(/a)'] },
    'A',
  ],
  [
    'an allow rule must match the link and its target',
    'Read',
    { file_path: '/p/src/key' },
    { files: links, allow: ['Read(/src/**)'] },
    '?',
  ],
  [
    'a search leaves out what is denied by itself',
    'Grep',
    { pattern: 'x' },
    { files: links, deny: ['Read(.env)'] },
    'A',
  ],
  [
    'unless all of it is denied',
    'Grep',
    { pattern: 'x', path: '/p/src' },
    { files: links, deny: ['Read(src)'] },
    'D',
  ],
  ['bypass lets edits through', 'Edit', { ...edit, file_path: '/etc/x' }, { mode: 'bypassPermissions' }, 'A'],
  [
    'not past a deny',
    'Edit',
    { ...edit, file_path: '/etc/x' },
    { mode: 'bypassPermissions', deny: ['Edit(//etc/**)'] },
    'D',
  ],
  [
    'nor past an ask',
    'Edit',
    { ...edit, file_path: '/etc/x' },
    { mode: 'bypassPermissions', ask: ['Edit(//etc/**)'] },
    '?',
  ],
  ['dontAsk denies it', 'Edit', edit, { mode: 'dontAsk' }, 'D'],
];

describe('file tools', () => {
  it.each(FILES)('%s', (_, tool, input, judged, expected) => {
    expect(verdict(tool, input, judged)).toBe(expected);
  });
});
