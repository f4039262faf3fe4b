import { join } from 'node:path';
import type { JsonValue } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openExplainer } from '../../../src/cli/explain/open-explainer.ts';
import { createExpectationRunner } from '../../../src/cli/rules/expectation/create-expectation-runner.ts';
import { readExpectation } from '../../../src/cli/rules/expectation/read-expectation.ts';
import { readExpectationFile } from '../../../src/cli/rules/expectation/read-expectation-file.ts';
import { settingsExpectations } from '../../../src/cli/rules/expectation/settings-expectations.ts';
import { createPlace } from './place.ts';

const CALL = { tool: 'Bash', input: 'ls', expect: 'allow' };

describe('an expectation is read strictly', () => {
  it.each([
    ['text', 'an expectation is an object with "tool", "input" and "expect"'],
    [{ ...CALL, expct: 'deny' }, 'there is no key "expct"; did you mean "expect"?'],
    [{ ...CALL, tool: 1 }, '"tool" must be the name of a tool'],
    [
      { ...CALL, input: ['ls'] },
      '"input" must be the tool\'s input as an object, or the text of its first field',
    ],
    [{ ...CALL, expect: 'yes' }, '"expect" must be "allow", "ask" or "deny"'],
    [{ ...CALL, mode: 'fast' }, '"mode" is not the name of a permission mode'],
    [{ ...CALL, cwd: 1 }, '"cwd" must be a string'],
  ])('%j', (value, message) => {
    expect(readExpectation(value)).toEqual({ ok: false, message });
  });

  it('and not where its input is nested so deeply that to look at it could fail', () => {
    const nested = (levels: number): unknown =>
      JSON.parse(`{"command":${'['.repeat(levels)}${']'.repeat(levels)}}`);
    expect(readExpectation({ ...CALL, input: nested(400) })).toMatchObject({ ok: true });
    expect(readExpectation({ ...CALL, input: nested(400_000) })).toEqual({
      ok: false,
      message: '"input" is nested in more than 500 levels',
    });
  });

  it('and everything that it may hold is kept', () => {
    const whole = {
      ...CALL,
      input: { command: 'ls' },
      mode: 'plan',
      cwd: 'src',
      rule: 'Bash(ls)',
      note: 'why',
    };
    expect(readExpectation(whole)).toEqual({ ok: true, expectation: whole });
  });

  it('and whatever it is, the answer is a value', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => typeof readExpectation(value).ok === 'boolean'));
  });
});

describe('an expected call is decided on the rules in effect', () => {
  it.each([
    ['as expected', { input: 'git push', expect: 'ask' }, undefined],
    ['by the rule named', { input: 'git push', expect: 'ask', rule: 'Bash(git push *)' }, undefined],
    [
      'by a rule for one of its parts',
      { input: 'make x && make y', expect: 'allow', rule: 'Bash(make y)' },
      undefined,
    ],
    ['another mode', { input: 'git push', expect: 'deny', mode: 'dontAsk' }, undefined],
    [
      'another directory',
      { tool: 'Read', input: 'x', expect: 'allow', cwd: '/usr', rule: 'Read(//usr/**)' },
      undefined,
    ],
    [
      'otherwise',
      { input: 'rm x', expect: 'allow' },
      /^expected allow, got deny: the deny rule Bash\(rm \*\)/,
    ],
    [
      'by another rule',
      { input: 'git push', expect: 'ask', rule: 'Bash(git *)' },
      /^ask as expected, but not by Bash\(git \*\): it was Bash\(git push \*\) \(.*:\d+\); there is no ask rule/,
    ],
    [
      'by no rule',
      { input: 'ls', expect: 'allow', rule: 'Bash(make x)' },
      /: it was no rule, but read-only$/,
    ],
    [
      'of a wrong input',
      { input: { comand: 'ls' }, expect: 'allow' },
      /^the input is invalid for Bash: command: /,
    ],
    [
      'of a wrong tool',
      { tool: 'Bsh', input: 'ls', expect: 'allow' },
      /^there is no tool "Bsh"; did you mean Bash/,
    ],
    ['in no directory', { input: 'ls', expect: 'allow', cwd: 'gone' }, /^"cwd" "gone" is not a directory$/],
  ])('%s', async (_title, given, message) => {
    const place = createPlace();
    const permissions = {
      allow: ['Bash(make x)', 'Bash(make y)', 'Read(//usr/**)'],
      ask: ['Bash(git push *)'],
      deny: ['Bash(rm *)'],
    };
    const file = place.write('home/rules.json', { permissions });
    const settings = { files: [file], sources: [], managedDirectories: [] };
    const opened = await openExplainer(place.cwd, { cwd: place.cwd, permissionMode: undefined, settings });
    const read = readExpectation({ ...CALL, ...given });
    if (!opened.ok || !read.ok) throw new Error(JSON.stringify([opened, read]));
    const found = await createExpectationRunner(opened.explainer, place.cwd)(read.expectation);
    if (message === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(message);
  });
});

it('a settings file says of each where it stands', () => {
  const layer = (tests: JsonValue | undefined): Parameters<typeof settingsExpectations>[0] => [
    {
      source: 'user',
      file: '/s.json',
      value: { permissions: tests === undefined ? {} : { tests } },
      isStale: false,
    },
  ];
  const places = (tests: JsonValue | undefined): readonly unknown[] =>
    settingsExpectations(layer(tests)).map(({ place, read }) => [place, read.ok]);
  expect(places([CALL, 1])).toEqual([
    ['/s.json: permissions.tests[0]', true],
    ['/s.json: permissions.tests[1]', false],
  ]);
  expect(places({})).toEqual([['/s.json: permissions.tests', false]]);
  expect(places(undefined)).toEqual([]);
});

it('a file of JSON lines says of each its line', () => {
  const place = createPlace();
  const file = place.write('project/tests.jsonl', `\uFEFF${JSON.stringify(CALL)}\n\n{\n`);
  const read = readExpectationFile(file);
  expect(read).toMatchObject({
    ok: true,
    expectations: [
      { place: `${file}:1`, read: { ok: true } },
      { place: `${file}:3`, read: { ok: false } },
    ],
  });
  expect(readExpectationFile(join(place.cwd, 'gone'))).toMatchObject({ ok: false });
});
