import { describe, expect, it } from 'vitest';
import type { RuleBehavior } from '../../../src/index.ts';
import { compile, plain, ruleOf } from './kit.ts';

function covers(behavior: RuleBehavior, text: string, ...names: string[]): boolean {
  return compile([ruleOf(behavior, text)]).forTool(behavior, names) !== undefined;
}

type Row = [title: string, rule: string, yes: readonly string[], no: readonly string[]];

const inEveryList: Row[] = [
  ['a name alone is every use of the tool', 'Bash', ['Bash'], ['Bas', 'BashOutput', 'Monitor']],
  ['(*) is the same', 'Bash(*)', ['Bash'], ['Read']],
  ['also for PowerShell', 'PowerShell(*)', ['PowerShell'], ['Bash']],
  ['and domain:* for WebFetch', 'WebFetch(domain:*)', ['WebFetch'], ['WebSearch']],
  ['only canonical names count', 'TaskStop', ['TaskStop'], ['Stop Task']],
  ['Task is Agent', 'Task', ['Agent', 'Task'], ['TaskStop']],
  ['Agent is Task', 'Agent', ['Agent', 'Task'], ['AgentX']],
  ['a bare rule is about the tool of that name alone', 'Edit', ['Edit'], ['Write']],
  ['brackets make it about some uses', 'Bash(ls)', [], ['Bash']],
  [
    'a server is all of its tools',
    'mcp__srv',
    ['mcp__srv__a', 'mcp__srv__b__c'],
    ['mcp__srv2__a', 'mcp__sr'],
  ],
  ['with a star as well', 'mcp__srv__*', ['mcp__srv__a', 'mcp__srv__b__c'], ['mcp__srv2__a']],
  ['one tool of a server', 'mcp__srv__a', ['mcp__srv__a'], ['mcp__srv__ab', 'mcp__srv__a__b']],
  ['a glob after the server', 'mcp__gh__get_*', ['mcp__gh__get_x'], ['mcp__gh__set_x', 'mcp__ghx__get_x']],
  ['a plugin server', 'mcp__plugin_p_s__t', ['mcp__plugin_p_s__t'], ['mcp__plugin_p_s__u']],
  ['other characters become _', 'mcp__my.server__t', ['mcp__my.server__t', 'mcp__my_server__t'], ['mcp__my']],
  ['names of prototypes are ordinary', 'toString', ['toString'], ['constructor', '__proto__', 'Bash']],
];

describe.each(['allow', 'ask', 'deny'] as const)('tool names in %s', (behavior) => {
  it.each(inEveryList)('%s: %s', (_, rule, yes, no) => {
    for (const name of yes) expect([name, covers(behavior, rule, name)]).toEqual([name, true]);
    for (const name of no) expect([name, covers(behavior, rule, name)]).toEqual([name, false]);
  });

  it('one of several names is enough', () => {
    expect(covers(behavior, 'Bash', 'Other', 'Bash')).toBe(true);
  });
});

const globs: Row[] = [
  ['every tool', '*', ['Bash', 'mcp__a__b'], []],
  ['every MCP tool', 'mcp__*', ['mcp__a__b'], ['Bash']],
  ['tools that begin alike', 'B*', ['Bash', 'BashOutput'], ['Read', 'aB']],
  ['tools that end alike', '*Edit', ['Edit', 'MultiEdit'], ['EditX']],
  ['servers that begin alike', 'mcp__a*__get', ['mcp__ab__get'], ['mcp__b__get']],
];

describe('globs over the whole name', () => {
  it.each(globs)('deny and ask take %s: %s', (_, rule, yes, no) => {
    for (const behavior of ['deny', 'ask'] as const) {
      for (const name of yes) expect(covers(behavior, rule, name)).toBe(true);
      for (const name of no) expect(covers(behavior, rule, name)).toBe(false);
    }
  });

  it.each(globs)('allow skips %s with a warning: %s', (_, rule, yes) => {
    const rules = compile([ruleOf('allow', rule)]);
    for (const name of yes) expect(rules.forTool('allow', [name])).toBeUndefined();
    expect(rules.problems).toMatchObject([{ code: 'allow-glob', isIgnored: true }]);
  });
});

function matchesCommand(behavior: RuleBehavior, rule: string, command: string, tool = 'Bash'): boolean {
  return compile([ruleOf(behavior, rule)]).forCommand(behavior, [tool], plain(command)) !== undefined;
}

describe('command rules', () => {
  const rows: [string, string, boolean][] = [
    ['Bash(npm run test:*)', 'npm run test', true],
    ['Bash(npm run test:*)', 'npm run test -- -u', true],
    ['Bash(npm run test:*)', 'npm run tests', false],
    ['Bash(ls*)', 'lsof', true],
    ['Bash(git * main)', 'git push origin main', true],
    ['Bash(git * main)', 'git push origin main --force', false],
    ['Bash(git:* push)', 'git push', false],
    ['Bash(* install)', 'npm install', true],
    ['Bash(npm run build)', 'npm run build', true],
    ['Bash(npm run build)', 'npm run build x', false],
    ['Bash(toString)', 'toString', true],
    ['Bash(constructor *)', 'constructor x', true],
  ];
  it.each(rows)('%s and %s: %s', (rule, command, expected) => {
    for (const behavior of ['allow', 'ask', 'deny'] as const) {
      expect(matchesCommand(behavior, rule, command)).toBe(expected);
    }
  });

  it('Bash rules govern Monitor, and not the other way round', () => {
    expect(matchesCommand('deny', 'Bash(rm *)', 'rm x', 'Monitor')).toBe(true);
    expect(matchesCommand('deny', 'Monitor(rm *)', 'rm x', 'Monitor')).toBe(true);
    expect(matchesCommand('deny', 'Monitor(rm *)', 'rm x', 'Bash')).toBe(false);
    expect(matchesCommand('deny', 'Bash(rm *)', 'rm x', 'PowerShell')).toBe(false);
  });

  it('allow compares exact patterns with one text and all others with another', () => {
    const rules = compile([ruleOf('allow', 'Bash(ls)'), ruleOf('allow', 'Bash(cat *)')]);
    const ask = (exact: string, allow: string | undefined) =>
      rules.forCommand('allow', ['Bash'], { exact, allow, deny: [] })?.text;
    expect(ask('ls', undefined)).toBe('Bash(ls)');
    expect(ask('FOO=1 ls', 'ls')).toBeUndefined();
    expect(ask('timeout 1 cat x', 'cat x')).toBe('Bash(cat *)');
    expect(ask('cat x', undefined)).toBeUndefined();
  });

  it('deny and ask compare every text that a command runs', () => {
    const rules = compile([ruleOf('deny', 'Bash(ls)'), ruleOf('deny', 'Bash(rm *)')]);
    const ask = (deny: string[]) =>
      rules.forCommand('deny', ['Bash'], { exact: 'rm', allow: 'rm', deny })?.text;
    expect(ask(['sudo rm x', 'rm x'])).toBe('Bash(rm *)');
    expect(ask(['rm x', 'ls'])).toBe('Bash(ls)');
    expect(ask([])).toBeUndefined();
  });

  it('broad rules can be skipped', () => {
    const rules = compile([ruleOf('allow', 'Bash(node *)'), ruleOf('allow', 'Bash(n*)')]);
    const ask = (skipsBroad: boolean) =>
      rules.forCommand('allow', ['Bash'], plain('node x'), { skipsBroad })?.text;
    expect([ask(false), ask(true)]).toEqual(['Bash(node *)', 'Bash(n*)']);
  });

  it('a tool without a language reads its brackets itself', () => {
    const rules = compile([ruleOf('deny', 'PowerShell(rm *)'), ruleOf('allow', 'Other(x)')]);
    expect(rules.forSpecifier('deny', ['PowerShell'], (text) => text === 'rm *')?.text).toBe(
      'PowerShell(rm *)',
    );
    expect(rules.forSpecifier('allow', ['Other'], (text) => text === 'x')?.text).toBe('Other(x)');
    expect(rules.forSpecifier('allow', ['Other'], () => false)).toBeUndefined();
    expect(rules.forSpecifier('allow', ['toString'], () => true)).toBeUndefined();
  });
});

describe('domains', () => {
  const rows: Row[] = [
    [
      'a host',
      'example.com',
      ['example.com', 'EXAMPLE.com', 'example.com.'],
      ['a.example.com', 'example.org'],
    ],
    ['case and a closing dot do not count', 'Example.COM.', ['example.com'], ['example.co']],
    [
      '*. is any depth of subdomain, not the apex',
      '*.example.com',
      ['a.example.com', 'a.b.example.com'],
      ['example.com', 'badexample.com', '.example.co'],
    ],
    ['a lone * is all', '*', ['example.com', 'localhost'], []],
    ['* elsewhere stays between two dots', 'example.*', ['example.org'], ['example.evil.com', 'example']],
    ['* in the middle', 'a.*.com', ['a.b.com'], ['a.b.c.com', 'a.com']],
    [
      '* beside other characters',
      'api-*.example.com',
      ['api-1.example.com'],
      ['api-1.2.example.com', 'web.example.com'],
    ],
    ['both', '*.example.*', ['a.b.example.org'], ['example.org', 'a.example.co.uk']],
  ];
  it.each(rows)('%s: %s', (_, domain, yes, no) => {
    for (const behavior of ['allow', 'ask', 'deny'] as const) {
      const rules = compile([ruleOf(behavior, `WebFetch(domain:${domain})`)]);
      for (const host of yes) expect(rules.forHost(behavior, ['WebFetch'], host)).toBeDefined();
      for (const host of no) expect(rules.forHost(behavior, ['WebFetch'], host)).toBeUndefined();
      expect(rules.problems).toEqual([]);
    }
  });

  it.each([
    'example.com',
    'domain:https://example.com',
    'domain:example.com/x',
    'domain:a..b',
    'domain:a.b:80',
  ])('WebFetch(%s) is not a domain', (specifier) => {
    expect(compile([ruleOf('allow', `WebFetch(${specifier})`)]).problems).toMatchObject([
      { code: 'never-matches', isIgnored: true },
    ]);
  });
});

describe('names of agents and skills', () => {
  const rows: [string, RuleBehavior, string, string, string | undefined, boolean][] = [
    ['an exact name', 'allow', 'Skill(a)', 'a', undefined, true],
    ['another name', 'allow', 'Skill(a)', 'ab', undefined, false],
    ['a name with arguments is not covered by the name alone', 'allow', 'Skill(a)', 'a', 'x', false],
    ['but denied by it', 'deny', 'Skill(a)', 'a', 'x', true],
    ['a name with any arguments', 'allow', 'Skill(a *)', 'a', 'x y', true],
    ['or none', 'allow', 'Skill(a *)', 'a', undefined, true],
    ['a longer name is another name', 'allow', 'Skill(a *)', 'ab', 'x', false],
    ['a star in a name', 'deny', 'Skill(plugin:*)', 'plugin:x', undefined, true],
    ['a name like a prototype', 'allow', 'Skill(constructor)', 'toString', undefined, false],
  ];
  it.each(rows)('%s', (_, behavior, rule, name, rest, expected) => {
    expect(compile([ruleOf(behavior, rule)]).forName(behavior, ['Skill'], name, rest) !== undefined).toBe(
      expected,
    );
  });

  it('Task(x) is Agent(x)', () => {
    for (const text of ['Task(Explore)', 'Agent(Explore)']) {
      for (const name of ['Task', 'Agent']) {
        expect(compile([ruleOf('deny', text)]).forName('deny', [name], 'Explore', undefined)?.text).toBe(
          text,
        );
      }
    }
  });
});
