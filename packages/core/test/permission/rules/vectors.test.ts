import { describe, expect, it } from 'vitest';
import {
  createMemoryFiles,
  type CompiledRules,
  type PermissionRule,
  type RuleBehavior,
} from '../../../src/index.ts';
import { compile, HOME, plain, ruleOf, spell } from './kit.ts';

// The conformance vectors that concern rules, by their numbers; what a call comes to is decided elsewhere.

const files = createMemoryFiles({
  contents: new Map([[`${HOME}/.ssh/id`, '']]),
  links: new Map([['/p/k', `${HOME}/.ssh/id`]]),
});

type Ask = (rules: CompiledRules, behavior: RuleBehavior) => PermissionRule | undefined;
const command =
  (text: string): Ask =>
  (rules, behavior) =>
    rules.forCommand(behavior, ['Bash'], plain(text));
const path =
  (kind: 'Read' | 'Edit', path: string): Ask =>
  (rules, behavior) =>
    rules.forPath(behavior, kind, spell(path, files));
const host =
  (name: string): Ask =>
  (rules, behavior) =>
    rules.forHost(behavior, ['WebFetch'], name);
const tool =
  (name: string): Ask =>
  (rules, behavior) =>
    rules.forTool(behavior, [name]);
const model =
  (input: Record<string, string>): Ask =>
  (rules, behavior) =>
    behavior === 'allow' ? undefined : rules.parametersOf(behavior, ['Agent'])?.(input);

type Row = [vector: string, behavior: RuleBehavior, text: string, ask: Ask, isMatched: boolean];

const rows: Row[] = [
  ['1a', 'allow', 'Bash(npm run test:*)', command('npm run test'), true],
  ['1b', 'allow', 'Bash(npm run test:*)', command('npm run test -- -u'), true],
  ['1c', 'allow', 'Bash(npm run test:*)', command('npm run tests'), false],
  ['2', 'allow', 'Bash(ls*)', command('lsof'), true],
  ['3a', 'allow', 'Bash(git * main)', command('git push origin main'), true],
  ['3b', 'allow', 'Bash(git * main)', command('git push origin main --force'), false],
  ['4', 'allow', 'Bash(git:* push)', command('git push'), false],
  ['5a', 'allow', 'Bash(safe *)', command('other'), false],
  ['5b', 'allow', 'Bash(safe *)', command('safe b'), true],
  ['11a', 'deny', 'Bash(aws *)', command('aws s3 ls'), true],
  ['11b', 'allow', 'Bash(aws s3 ls)', command('aws s3 ls'), true],
  ['17a', 'deny', 'Read(.env)', path('Read', '/p/a/.env'), true],
  ['17b', 'deny', 'Read(.env)', path('Read', '/p/.env'), true],
  ['17c', 'deny', 'Read(.env)', path('Read', '/q/.env'), false],
  ['18a', 'allow', 'Read(//p/**)', path('Read', '/p/k'), false],
  ['18b', 'deny', 'Read(~/.ssh/**)', path('Read', '/p/k'), true],
  ['20', 'deny', 'Write(docs/**)', path('Edit', '/p/docs/a'), true],
  ['21', 'allow', 'Edit(.claude/**)', path('Edit', '/p/.claude/settings.json'), true],
  ['22a', 'allow', 'WebFetch(domain:*.example.com)', host('a.b.example.com'), true],
  ['22b', 'allow', 'WebFetch(domain:*.example.com)', host('example.com'), false],
  ['23a', 'allow', 'WebFetch(domain:example.*)', host('example.org'), true],
  ['23b', 'allow', 'WebFetch(domain:example.*)', host('example.evil.com'), false],
  ['24a', 'allow', 'mcp__*', tool('mcp__gh__get_x'), false],
  ['24b', 'allow', 'mcp__gh__get_*', tool('mcp__gh__get_x'), true],
  ['25a', 'deny', 'Agent(model:opus)', model({ model: 'opus' }), true],
  ['25b', 'deny', 'Agent(model:opus)', model({}), false],
  ['26', 'deny', 'Bash(command:rm *)', command('rm x'), false],
];

describe('vectors', () => {
  it.each(rows)('%s: %s %s', (_, behavior, text, ask, isMatched) => {
    const rule = ruleOf(behavior, text);
    expect(ask(compile([rule], { files }), behavior)).toBe(isMatched ? rule : undefined);
  });

  it('19: / of a user file', () => {
    const rule = ruleOf('deny', 'Read(/secrets/**)', 'user');
    const rules = compile([rule], { files });
    expect(path('Read', '/p/secrets/a')(rules, 'deny')).toBeUndefined();
    expect(path('Read', `${HOME}/.claude/secrets/a`)(rules, 'deny')).toBe(rule);
  });

  it.each([
    ['20', 'deny', 'Write(docs/**)', 'read-as', false],
    ['20', 'allow', 'Write(docs/**)', 'never-consulted', true],
    ['24', 'allow', 'mcp__*', 'allow-glob', true],
    ['26', 'deny', 'Bash(command:rm *)', 'primary-parameter', true],
  ] as const)('%s: %s %s is warned of', (_, behavior, text, code, isIgnored) => {
    expect(compile([ruleOf(behavior, text)]).problems).toMatchObject([{ code, isIgnored }]);
  });
});
