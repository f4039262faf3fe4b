import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/index.ts';
import { compile, plain, ruleOf } from './kit.ts';

function matches(text: string, input: JsonObject, name = text.slice(0, text.indexOf('('))): boolean {
  return ['deny' as const, 'ask' as const].every(
    (behavior) => compile([ruleOf(behavior, text)]).parametersOf(behavior, [name])?.(input) !== undefined,
  );
}

const rows: [string, string, JsonObject, boolean][] = [
  ['an exact value', 'Agent(model:opus)', { model: 'opus' }, true],
  ['another value', 'Agent(model:opus)', { model: 'opus4' }, false],
  ['an omitted parameter', 'Agent(model:opus)', {}, false],
  ['an omitted parameter and any value', 'Agent(model:*)', { prompt: 'x' }, false],
  ['any value', 'Agent(model:*)', { model: 'x' }, true],
  ['wildcards', 'Agent(model:claude-*-5)', { model: 'claude-x-5' }, true],
  ['a boolean', 'Bash(run_in_background:true)', { run_in_background: true }, true],
  ['the other boolean', 'Bash(dangerouslyDisableSandbox:true)', { dangerouslyDisableSandbox: false }, false],
  ['a number', 'Bash(timeout:1000)', { timeout: 1000 }, true],
  ['a literal text, not what is made of it', 'Bash(timeout:1000)', { timeout: '1e3' }, false],
  ['no list', 'Agent(model:*)', { model: ['opus'] }, false],
  ['no object', 'Agent(model:*)', { model: { opus: 1 } }, false],
  ['no parameter further down', 'Agent(model:opus)', { options: { model: 'opus' } }, false],
  ['blanks around the colon', 'Agent(model : opus)', { model: 'opus' }, true],
  ['own parameters only', 'Agent(toString:*)', {}, false],
  ['a parameter called constructor', 'Agent(constructor:x)', { constructor: 'x' }, true],
  ['any tool', 'Grep(output_mode:content)', { output_mode: 'content' }, true],
  ['an MCP tool', 'mcp__a__b(c:d)', { c: 'd' }, true],
];

describe('parameters', () => {
  it.each(rows)('%s: %s', (_, text, input, expected) => expect(matches(text, input)).toBe(expected));

  it('a glob of tools and a server', () => {
    expect(matches('mcp__a(c:d)', { c: 'd' }, 'mcp__a__b')).toBe(true);
    expect(matches('*(c:d)', { c: 'd' }, 'Anything')).toBe(true);
    expect(matches('B*(c:d)', { c: 'd' }, 'Anything')).toBe(false);
  });

  it('Task is Agent', () => {
    expect(matches('Task(model:opus)', { model: 'opus' }, 'Agent')).toBe(true);
  });

  it('the first rule answers', () => {
    const rules = ['Agent(model:*)', 'Agent(isolation:x)'].map((text) => ruleOf('deny', text));
    const input = { isolation: 'x', model: 'y' };
    expect(compile(rules).parametersOf('deny', ['Agent'])?.(input)).toBe(rules[0]);
    expect(compile(rules.toReversed()).parametersOf('deny', ['Agent'])?.(input)).toBe(rules[1]);
  });

  it('Bash(timeout:*) is read both ways in deny and ask, and as a command in allow', () => {
    for (const behavior of ['deny', 'ask'] as const) {
      const rules = compile([ruleOf(behavior, 'Bash(timeout:*)')]);
      expect(rules.parametersOf(behavior, ['Bash'])?.({ timeout: 5 })).toBeDefined();
      expect(rules.forCommand(behavior, ['Bash'], plain('timeout 5 x'))).toBeDefined();
    }
    const rules = compile([ruleOf('allow', 'Bash(timeout:*)')]);
    expect(rules.forCommand('allow', ['Bash'], plain('timeout 5 x'))).toBeDefined();
    expect(rules.problems).toEqual([]);
  });

  it.each([
    'Bash(command:rm *)',
    'PowerShell(command:rm *)',
    'Read(file_path:a)',
    'Edit(file_path:a)',
    'Write(file_path:a)',
    'Grep(path:a)',
    'Glob(path:a)',
    'NotebookEdit(notebook_path:a)',
    'WebFetch(url:a)',
  ])('%s names a primary field: a warning, and the rule is ignored', (text) => {
    const rules = compile([ruleOf('deny', text)]);
    expect(rules.problems).toMatchObject([{ code: 'primary-parameter', isIgnored: true }]);
    expect(rules.mayConcern(['Bash', 'PowerShell'])).toBeUndefined();
  });

  it('Bash(command:*) is about the command of that name', () => {
    const rules = compile([ruleOf('deny', 'Bash(command:*)')]);
    expect(rules.problems).toMatchObject([{ code: 'primary-parameter', isIgnored: false }]);
    expect(rules.forCommand('deny', ['Bash'], plain('command ls'))).toBeDefined();
    expect(rules.parametersOf('deny', ['Bash'])?.({ command: 'ls' })).toBeUndefined();
    expect(compile([ruleOf('allow', 'Bash(command:*)')]).problems).toEqual([]);
  });
});

describe('mayConcern', () => {
  const rows: [string, string, readonly string[], boolean][] = [
    ['a command rule', 'Bash(rm *)', ['Bash'], true],
    ['a rule that governs the tool', 'Bash(rm *)', ['Monitor'], true],
    ['a rule of another tool', 'Bash(rm *)', ['PowerShell'], false],
    ['a bare rule, which is asked for by itself', 'Bash', ['Bash'], false],
    ['a path rule, which commands come under', 'Read(.env)', ['Bash'], true],
    ['a path rule and a tool that is not a shell', 'Read(.env)', ['WebFetch'], false],
    ['a parameter, which is seen anyway', 'Bash(run_in_background:true)', ['Bash'], false],
    ['what may be a parameter or a command', 'Bash(timeout:*)', ['Bash'], true],
    ['a rule that the tool reads itself', 'Other(x)', ['Other'], true],
  ];
  it.each(rows)('%s', (_, text, names, expected) => {
    for (const behavior of ['deny', 'ask'] as const) {
      expect(compile([ruleOf(behavior, text)]).mayConcern(names) !== undefined).toBe(expected);
    }
    expect(compile([ruleOf('allow', text)]).mayConcern(names)).toBeUndefined();
  });
});
