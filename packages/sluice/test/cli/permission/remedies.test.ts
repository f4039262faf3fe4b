import { readFileSync } from 'node:fs';
import { createMemoryFiles, type JsonObject, type PermissionMode } from '@sluice/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleOf } from '../../../../../test/support/sample.ts';
import { GIVEN, judge, type Judged } from './judge.ts';

const corpus = readFileSync(
  new URL('../../../../../bench/corpus/effect-commands.jsonl', import.meta.url),
  'utf8',
);
const COMMANDS = corpus
  .trim()
  .split('\n')
  .map((line): string => JSON.parse(line).command);

/** Every rule that a user could write to allow a call of these tests. */
const RULES = [
  'Bash',
  'Read',
  'Edit',
  'Write',
  'WebFetch',
  'Agent',
  'Read(//**)',
  'Edit(//**)',
  'mcp__gh__put_x',
];

interface Asked extends Judged {
  readonly tool: string;
  readonly input: string | JsonObject;
}

const NOT_UNDERSTOOD = "No rule can cover a command that Sluice can't analyze";
/** The way out is the plan, not a mode that asks about nothing. */
const IN_PLAN_MODE = 'No rule allows it in plan mode';

/** Applies what a refusal advises, and sees whether the call runs then; where it advises nothing, that nothing helps. */
function untruth({ tool, input, ...judged }: Asked): string | undefined {
  const decision = judge(tool, input, judged);
  if (decision.behavior !== 'ask') return undefined;
  const { remedy, reason, parts = [] } = decision;
  const becomes = (change: Judged): string => judge(tool, input, { ...judged, ...change }).behavior;
  const subjects = parts.map(({ subject }) => subject);
  const byRule = becomes({ allow: [...RULES, ...subjects.map((subject) => `Bash(${subject})`)] }) === 'allow';
  const byMode = becomes({ mode: 'bypassPermissions' }) === 'allow';
  const wrong: string[] = [];
  // In the mode auto, rules for every command don't count, and no rule is about several lines or a pattern alone.
  const isUnwritable = judged.mode === 'auto' && subjects.some((subject) => /[\n*]/.test(subject));
  if ((remedy === GIVEN) !== byRule && !isUnwritable) wrong.push(`a rule allows it: ${byRule}`);
  // What is not understood may be just what a rule denies: a mode is not advised, though some of it runs in one.
  const isModeAdvised = remedy === GIVEN || remedy.includes('bypassPermissions');
  const isModeUnsaid = remedy.startsWith(NOT_UNDERSTOOD) || remedy.startsWith(IN_PLAN_MODE);
  if (isModeAdvised !== byMode && !isModeUnsaid) wrong.push(`a mode allows it: ${byMode}`);
  return wrong.length === 0
    ? undefined
    : `${JSON.stringify(input)}: ${reason}. ${remedy} (${wrong.join(', ')})`;
}

const MODES: readonly PermissionMode[] = ['default', 'acceptEdits', 'plan', 'auto'];

/** Rules under which remedies become different ones. */
const WORLDS: readonly Judged[] = [
  {},
  { isManagedOnly: true },
  { ask: ['Bash(rm *)', 'Read(//etc/**)', 'Edit(*.lock)'] },
  { deny: ['Bash(curl *)', 'Read(.env)'] },
];

test.each(MODES)('what is advised for the commands of the corpus works, in the mode %s', (mode) => {
  const untrue = WORLDS.flatMap((world, at) =>
    sampleOf(COMMANDS, at + WORLDS.length * MODES.indexOf(mode)).map((input) =>
      untruth({ ...world, tool: 'Bash', input, mode }),
    ),
  );
  expect(untrue.filter((one) => one !== undefined)).toEqual([]);
});

const OTHERS: readonly (readonly [tool: string, input: JsonObject])[] = [
  ['Write', { file_path: '/p/a', content: '' }],
  ['Write', { file_path: '/p/.git/config', content: '' }],
  ['Write', { file_path: '/etc/x', content: '' }],
  ['Edit', { file_path: '/h/.bashrc', old_string: 'a', new_string: 'b' }],
  ['Read', { file_path: '/etc/passwd' }],
  ['Grep', { pattern: 'x', path: '/' }],
  ['WebFetch', { url: 'https://example.com' }],
  ['Agent', { name: 'explorer' }],
  ['mcp__gh__put_x', {}],
];

test.each(OTHERS)('what is advised for %s %j works', (tool, input) => {
  for (const mode of MODES)
    for (const world of WORLDS) expect(untruth({ ...world, tool, input, mode })).toBeUndefined();
});

/** Each is kept back by something else; together nothing less than what the most stubborn needs is enough. */
const KEPT = [
  'touch .git/x',
  'rm -rf ~',
  'rm -rf $D/*',
  'echo a > $Y',
  'make',
  'cat $X',
  'cat < *',
  'sort < "$X"',
  'rm a.lock',
  'rm -rf /etc',
  'ls',
];

test('what is advised for several commands together works for all of them', () => {
  const list = fc.array(fc.constantFrom(...KEPT), { minLength: 2, maxLength: 4 });
  const run = fc.record({ list, mode: fc.constantFrom(...MODES), world: fc.constantFrom(...WORLDS) });
  fc.assert(
    fc.property(run, fc.constantFrom(' && ', '; ', ' | '), ({ list: commands, mode, world }, operator) => {
      expect(untruth({ ...world, tool: 'Bash', input: commands.join(operator), mode })).toBeUndefined();
    }),
    { numRuns: Number(process.env['SLUICE_RUNS'] ?? 200) },
  );
});

test.each(['make && cat < *', 'make; sort < "$X"', 'touch a && echo a > $Y'])(
  '%s: no rule about the other commands is advised',
  (input) => {
    expect(judge('Bash', input)).toMatchObject({
      behavior: 'ask',
      remedy: 'No rule can allow it: a person or the mode bypassPermissions can.',
    });
  },
);

test.each([
  ['rm -rf /h', 'rm -rf /h removes /h (the home directory)'],
  ['rm -rf /h/*', 'rm -rf /h/* removes what is in /h (the home directory)'],
  ['rm -rf .', 'rm -rf . removes /p (the working directory)'],
  ['rm -rf ..', 'rm -rf .. removes / (the root of the file system)'],
  ['sudo rm -rf /etc', 'rm -rf /etc removes /etc (a system directory)'],
  ['ls; rm -rf "$D"/*', 'rm -rf "$D"/* removes what is in an unknown directory'],
])('%s is named with the real reason, and nothing is advised', (input, reason) => {
  const decision = judge('Bash', input, { mode: 'bypassPermissions', allow: RULES });
  expect(decision).toMatchObject({
    behavior: 'ask',
    remedy: 'No rule or mode can allow it: only a person can.',
  });
  expect(decision.reason).toContain(`${reason}, which asks in every mode`);
});

test('a removal that would take records of the session along is denied for what it is', () => {
  const sealed = [{ path: '/h/.local/state/sluice', isUnreadable: true }];
  const denied = judge('Bash', 'rm -rf /h', { sealed, allow: RULES, mode: 'bypassPermissions' });
  expect(denied).toMatchObject({ behavior: 'deny', by: 'safety' });
  expect(denied.reason).toMatch(/^rm -rf \/h removes \/h \(the home directory\), which contains the records/);
});

const LOGIN = '/p/.local/state/sluice/mcp-auth/abc.json';
const logins: Judged = {
  sealed: [
    { path: '/p/.local/state/sluice/mcp-auth', isUnreadable: true, holds: 'logins for MCP servers' },
    { path: '/p/.local/state/sluice/sessions', isUnreadable: false },
  ],
  files: createMemoryFiles({ contents: new Map([[LOGIN, '{}']]), links: new Map() }),
};

test.each([
  `cat ${LOGIN}`,
  'cat .local/state/sluice/mcp-auth/*',
  'find . -name abc.json -exec cat {} +',
  'find .local/state/sluice -name "*.json" -exec grep tokens {} +',
  'find . -name abc.json | xargs cat',
  'tar czf /p/out/all.tgz .',
  'cp -r .local/state x',
  'zip -r out.zip .local',
  'grep -f .local/state/sluice/mcp-auth/abc.json x',
])('%s does not read a secret below the directory unasked, in any mode', (command) => {
  for (const mode of ['default', 'plan', 'bypassPermissions'] as const)
    expect(judge('Bash', command, { ...logins, mode, allow: RULES }).behavior, mode).not.toBe('allow');
});

test.each([
  'ls -R .',
  'find . -name "*.json"',
  'cat a.txt',
  'du -sh .',
  'git diff',
  'git log -p',
  'tar czf /p/out/all.tgz src',
])('%s runs unasked above a secret', (command) => {
  expect(judge('Bash', command, { ...logins, allow: RULES }).behavior).toBe('allow');
});

test('a tree in which there is no secret yet is read unasked, and one with a secret is named', () => {
  const none = createMemoryFiles({ contents: new Map(), links: new Map() });
  expect(judge('Bash', 'tar czf /p/out/all.tgz .', { ...logins, files: none, allow: RULES }).behavior).toBe(
    'allow',
  );
  expect(judge('Bash', 'tar czf /p/out/all.tgz .', logins)).toMatchObject({
    behavior: 'ask',
    reason: expect.stringMatching(/ reads all of \/p, which contains logins for MCP servers \(/),
    remedy: 'No rule or mode can allow it: only a person can.',
  });
});
