import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPlace } from './place.ts';

const GOOD = { permissions: { deny: ['Bash(rm *)'], ask: ['Bash(git push *)'] } };
const CALL = { tool: 'Bash', input: 'rm x', expect: 'deny' };

it.each([['--help'], ['list', '-h'], ['add', 'allow', '--help']])('%s %s prints help', async (...args) => {
  const { status, stdout, stderr } = await createPlace().run(...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('Usage: sluice rules');
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
});

describe('wrong usage is exit status 2, said on standard error with how to do it right', () => {
  it.each([
    [[], 'sluice rules: pass a command: list, check, test, add, remove, trust, untrust'],
    [['chek'], 'sluice rules: unknown command "chek"; did you mean check?'],
    [['list', 'x'], 'sluice rules list: it takes no arguments; got "x"'],
    [['list', '--setings', 'x'], 'sluice rules list: unknown option --setings; did you mean --settings?'],
    [['list', '--to', 'user'], 'sluice rules list: unknown option --to'],
    [['check', 'x.json'], 'sluice rules check: it takes no arguments; for a file, use --settings x.json'],
    [['check', '--cwd', '/nowhere'], 'sluice rules check: --cwd /nowhere: not a directory'],
    [['test', '--settings'], 'sluice rules test: --settings needs a value: a file, or JSON'],
    [['add'], 'sluice rules add: pass allow, ask or deny, and a rule'],
    [['add', 'alow', 'Bash'], 'sluice rules add: "alow" is not a rule behavior; did you mean allow?'],
    [['add', 'allow'], 'sluice rules add: pass a rule, such as "Bash(npm test *)"'],
    [['add', 'deny', 'Bash(rm', '*)'], "sluice rules add: quote the rule as one argument: 'Bash(rm *)'"],
    [['add', 'deny', 'X', '--to', 'me'], 'sluice rules add: --to is local, project or user; got "me"'],
    [['remove', 'deny'], 'sluice rules remove: pass the rule to remove; sluice rules list prints all'],
    [
      ['remove', 'X', '--from', 'managed'],
      'sluice rules remove: --from is local, project or user; got "managed"',
    ],
  ])('%j', async (args, message) => {
    const { status, stdout, stderr } = await createPlace().run(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.split('\n')[0]).toBe(message);
    expect(stderr).toContain('Usage: sluice rules');
  });
});

describe('sluice rules list', () => {
  it('prints rules for a person, and the same as JSON', async () => {
    const place = createPlace();
    const file = place.write('home/.sluice/settings.json', GOOD);
    expect(await place.run('list')).toEqual({
      status: 0,
      stdout: [
        `deny   Bash(rm *)        user  ${file}:4`,
        `ask    Bash(git push *)  user  ${file}:7`,
        '',
        'mode       default  (built in)',
        `workspace  ${place.cwd}  (working directory)`,
        '',
      ].join('\n'),
      stderr: '',
    });
    const { stdout } = await place.run('list', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      rules: [
        { behavior: 'deny', rule: 'Bash(rm *)', source: 'user', file, line: 4, used: true },
        { behavior: 'ask', rule: 'Bash(git push *)', source: 'user', file, line: 7, used: true },
      ],
      mode: { mode: 'default' },
      directories: [{ path: place.cwd }],
    });
  });

  it('takes one more file, and goes on without one that is not there', async () => {
    const place = createPlace();
    const file = place.write('project/more.json', { permissions: { allow: ['Bash(make)'] } });
    expect((await place.run('list', '--settings', 'more.json')).stdout).toContain(
      `allow  Bash(make)  cli  ${file}:4`,
    );
    const { status, stdout, stderr } = await place.run('list', '--settings', 'gone.json');
    expect({ status, hasList: stdout.startsWith('no rules\n') }).toEqual({ status: 1, hasList: true });
    expect(stderr).toMatch(
      /^sluice rules list: .*gone\.json: Sluice can't tell what this file allows and denies: it does not exist/,
    );
  });
});

describe('sluice rules check', () => {
  it('is content with files that are right', async () => {
    const place = createPlace();
    place.write('home/.sluice/settings.json', GOOD);
    place.write('project/.claude/settings.json', { permissions: { deny: ['Read(.env)'] } });
    expect(await place.run('check')).toEqual({
      status: 0,
      stdout: 'no problems in 2 files, 3 rules\n',
      stderr: '',
    });
  });

  it('tells every problem with its place, in the order of the places', async () => {
    const place = createPlace();
    const file = place.write(
      'home/.sluice/settings.json',
      '{"permissions": {\n"deny": ["Bash(rm *)", "bash(x)"],\n"alow": [],\n"allow": [\n"Bash(rm x)",\n"Bash("]}}',
    );
    const { status, stdout } = await place.run('check');
    expect(status).toBe(1);
    const expected = [
      `${file}:2: deny bash(x): no tool is named bash`,
      `${file}:3:1: "alow" is not a key of permissions and has no effect: did you mean "allow"?`,
      `${file}:5: allow Bash(rm x): the rule Bash(rm *) denies everything`,
      `${file}:6:1: The rule "Bash(" is left out: `,
      '4 problems in 1 file, 4 rules',
    ];
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line, index) => line.slice(0, expected[index]?.length))).toEqual(expected);
    const asJson: { findings: { line: number }[] } = JSON.parse((await place.run('check', '--json')).stdout);
    expect(asJson).toMatchObject({ ok: false, files: 1, rules: 4 });
    expect(asJson.findings.map(({ line }) => line)).toEqual([2, 3, 5, 6]);
  });

  it('looks at one file alone where one is named', async () => {
    const place = createPlace();
    place.write('home/.sluice/settings.json', '{');
    place.write('project/only.json', GOOD);
    const { status, stdout } = await place.run('check', '--settings', 'only.json');
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'no problems in 1 file, 2 rules\n' });
  });

  it.each([
    [
      'a broken file',
      'home/.sluice/settings.json',
      '{"permissions": {,}}',
      /settings\.json:1:18: .*it is not JSON/,
    ],
    ['a huge file', 'home/.sluice/settings.json', ' '.repeat(3 * 1024 * 1024), /it is larger than 2 MiB/],
    ['a directory', 'home/.sluice/settings.json/x', '', /it is not a regular file/],
    [
      'deep nesting',
      'home/.sluice/settings.json',
      '['.repeat(900_000),
      /it is not JSON: the file ends too early/,
    ],
  ])('tells of %s', async (_title, path, content, message) => {
    const place = createPlace();
    place.write(path, content);
    const { status, stdout, stderr } = await place.run('check');
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toMatch(message);
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  });

  it('does not wait for a FIFO', async () => {
    const place = createPlace();
    const fifo = join(place.cwd, 'fifo');
    execFileSync('mkfifo', [fifo]);
    const { status, stdout } = await place.run('check', '--settings', 'fifo');
    expect({ status, isReported: /it is not a regular file/.test(stdout) }).toEqual({
      status: 1,
      isReported: true,
    });
    const test = await place.run('test', 'fifo');
    expect(test).toEqual({
      status: 1,
      stdout: '',
      stderr: 'sluice rules test: fifo: not a regular file; pass a file of JSON lines\n',
    });
  });
});

describe('sluice rules test', () => {
  it.each([
    ['all as expected', [CALL], 0, '1 passed, 0 failed\n'],
    ['none there', undefined, 0, /^no expectations found: write them as /],
    [
      'one not',
      [CALL, { ...CALL, expect: 'ask' }],
      1,
      /rules\.json: permissions\.tests\[1\]: Bash rm x: expected ask, got deny: .*\n1 passed, 1 failed\n$/,
    ],
    [
      'one malformed',
      [1],
      1,
      /permissions\.tests\[0\]: an expectation is an object.*\n0 passed, 1 failed\n$/,
    ],
  ])('%s', async (_title, tests, status, stdout) => {
    const place = createPlace();
    place.write('project/rules.json', { permissions: { ...GOOD.permissions, tests } });
    const ended = await place.run('test', '--settings', 'rules.json');
    expect(ended.status).toBe(status);
    if (typeof stdout === 'string') expect(ended.stdout).toBe(stdout);
    else expect(ended.stdout).toMatch(stdout);
  });

  it('runs the files named, on the rules in effect', async () => {
    const place = createPlace();
    place.write('home/.sluice/settings.json', GOOD);
    place.write(
      'project/calls.jsonl',
      `${JSON.stringify(CALL)}\n${JSON.stringify({ ...CALL, input: 'ls' })}\n`,
    );
    const { status, stdout } = await place.run('test', 'calls.jsonl', '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      passed: 1,
      failed: 1,
      failures: [{ place: 'calls.jsonl:2', call: 'Bash ls' }],
    });
    place.write('project/empty.jsonl', '\n');
    expect(await place.run('test', 'empty.jsonl')).toEqual({
      status: 1,
      stdout: 'no expectations found in these files: write one JSON object per line\n',
      stderr: '',
    });
    expect(await place.run('test', 'gone.jsonl')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'sluice rules test: gone.jsonl: no such file\n',
    });
  });

  it('says which settings file can not be used', async () => {
    const { status, stderr } = await createPlace().run('test', '--settings', 'gone.json');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^sluice rules test: .*gone\.json: Sluice can't tell what this file allows and denies: it does not exist.*\n$/,
    );
  });
});

it('sluice rules add and remove change a file, and say which', async () => {
  const place = createPlace();
  const file = join(place.cwd, '.sluice', 'settings.local.json');
  expect(await place.run('add', 'allow', 'Bash(npm test *)')).toEqual({
    status: 0,
    stdout: `added to ${file}: allow Bash(npm test *)\n`,
    stderr: '',
  });
  const again = await place.run('add', 'allow', 'Bash(npm test *)', '--json');
  expect(again.status).toBe(0);
  expect(JSON.parse(again.stdout)).toMatchObject({ ok: true, files: [] });
  expect((await place.run('remove', 'Bash(npm tst *)')).stderr).toBe(
    'sluice rules remove: There is no rule "Bash(npm tst *)" in any settings file; did you mean Bash(npm test *)?\n',
  );
  const removed = await place.run('remove', 'Bash(npm test *)', '--json');
  expect(JSON.parse(removed.stdout)).toMatchObject({ ok: true, files: [file] });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ permissions: { allow: [] } });
  const gone = await place.run('remove', 'Bash(npm test *)', '--json');
  expect({ status: gone.status, ok: JSON.parse(gone.stdout) }).toMatchObject({
    status: 1,
    ok: { ok: false },
  });
});

describe('sluice rules add says in one line why it could not save', () => {
  it.each([
    [
      'a file in the place of the directory',
      'project/.sluice',
      '',
      'Bash(x)',
      /^sluice rules add: Nothing was saved in /,
    ],
    [
      'a broken file',
      'project/.sluice/settings.local.json',
      '{',
      'Bash(x)',
      /settings\.local\.json:1: it is not JSON/,
    ],
    [
      'a malformed rule',
      'project/x',
      '',
      'Bash(x',
      /can't be saved: its closing bracket is missing at the end\./,
    ],
  ])('%s', async (_title, path, content, rule, message) => {
    const place = createPlace();
    const file = place.write(path, content);
    const { status, stdout, stderr } = await place.run('add', 'deny', rule);
    expect({ status, stdout, content: readFileSync(file, 'utf8') }).toEqual({
      status: 1,
      stdout: '',
      content,
    });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('sluice rules trust', () => {
  it('lets count what the files of a repository allow, and says what that is', async () => {
    const place = createPlace();
    execFileSync('git', ['init', '-q'], { cwd: place.cwd });
    place.write('project/.sluice/settings.json', {
      permissions: { allow: ['Bash(npm test *)'] },
      env: { PORT: '80' },
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'notify done' }] }] },
      sandbox: { network: { allowedDomains: ['a.b', 'a.b/path'] } },
    });
    const waiting = [
      'allow Bash(npm test *)',
      'sandbox.network.allowedDomains: "a.b"',
      'sandbox.network.allowedDomains: "a.b/path"',
      'variable PORT=80',
      'hook Stop: notify done',
    ];
    const lines = waiting.map((text) => `  ${text}\n`).join('');
    const check = await place.run('check');
    expect(check.stdout).toMatch(/"a\.b\/path" is left out: .*write a\.b/);
    expect(check.stdout).toContain(
      `not applied, because ${place.cwd} is not trusted (sluice rules trust):\n${lines}`,
    );
    expect(JSON.parse((await place.run('check', '--json')).stdout)).toMatchObject({
      hooks: 1,
      withheld: waiting,
    });
    expect((await place.run('list')).stdout).toContain('is not trusted');
    const first = await place.run('trust');
    expect(first).toMatchObject({ status: 0, stderr: '' });
    expect(first.stdout).toBe(`${place.cwd} is now trusted.\n${lines}`);
    expect((await place.run('list')).stdout).not.toContain('is not trusted');
    expect((await place.run('trust', '.')).stdout).toBe(`${place.cwd} was already trusted.\n`);
    expect(await place.run('trust', 'missing')).toMatchObject({ status: 2 });
  });

  it('is undone by untrust, but not what another program has noted', async () => {
    const place = createPlace();
    await place.run('trust');
    const taken = await place.run('untrust');
    expect(taken).toMatchObject({ status: 0, stderr: '' });
    expect(taken.stdout).toMatch(/was removed from .*trust\.json\.\n$/);
    expect((await place.run('untrust')).stdout).toMatch(/is not in the list of trusted directories/);
    place.write('home/.claude.json', { projects: { [place.cwd]: { hasTrustDialogAccepted: true } } });
    const kept = await place.run('untrust');
    expect(kept.status).toBe(1);
    expect(kept.stderr).toMatch(/is still trusted by \.claude\.json/);
  });
});
