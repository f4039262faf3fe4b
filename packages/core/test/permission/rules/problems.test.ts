import { describe, expect, it } from 'vitest';
import { createMemoryFiles, type RuleBehavior, type RuleProblem } from '../../../src/index.ts';
import { compile, plain, ruleOf } from './kit.ts';

const knownTools = ['Bash', 'Read', 'Edit', 'Write', 'Glob', 'Grep', 'WebSearch', 'TaskStop'];

function problemsOf(behavior: RuleBehavior, ...texts: string[]): readonly RuleProblem[] {
  const files = createMemoryFiles({ contents: new Map([['/p/lib/a', '']]) });
  return compile(
    texts.map((text) => ruleOf(behavior, text)),
    { knownTools, files },
  ).problems;
}

type Row = [RuleBehavior, string, RuleProblem['code'], isIgnored: boolean, says: string];

const rows: Row[] = [
  ['deny', '', 'malformed', true, 'Tool(specifier)'],
  ['deny', 'Bash(ls', 'malformed', true, 'closing bracket'],
  ['deny', 'Bash()', 'malformed', true, 'write Bash alone'],
  ['allow', 'Bash(:*)', 'malformed', true, 'no command'],
  ['deny', 'Bush(ls)', 'unknown-tool', false, 'Bash'],
  ['ask', 'StopTask', 'unknown-tool', false, 'no tool is named StopTask'],
  ['allow', 'B*', 'allow-glob', true, 'each tool'],
  ['allow', 'mcp__*', 'allow-glob', true, 'mcp__server__'],
  ['allow', 'mcp__a*__b', 'allow-glob', true, 'mcp__server__'],
  ['deny', 'Write(docs/**)', 'read-as', false, 'Edit(docs/**)'],
  ['allow', 'NotebookEdit(a.ipynb)', 'never-consulted', true, 'Edit(a.ipynb)'],
  ['ask', 'MultiEdit(a)', 'read-as', false, 'Edit(a)'],
  ['deny', 'Glob(src/**)', 'read-as', false, 'Read(src/**)'],
  ['deny', 'Grep(src/**)', 'read-as', false, 'Read(src/**)'],
  ['deny', 'Bash(command:rm *)', 'primary-parameter', true, 'Bash(rm *)'],
  ['deny', 'Write(file_path:a)', 'primary-parameter', true, 'Edit(a)'],
  ['allow', 'Bash(git:* push)', 'never-matches', false, 'write "git * push"'],
  ['deny', 'Read(!a)', 'never-matches', true, '"\\!"'],
  ['deny', 'Read(a\\)', 'never-matches', true, 'backslash'],
  ['deny', 'Read(*/../a)', 'never-matches', true, '".."'],
  ['deny', 'Read(C:\\Users\\a)', 'never-matches', true, '//c/'],
  ['deny', 'Read(\\\\server\\share)', 'never-matches', true, 'UNC'],
  ['allow', 'WebFetch(example.com)', 'never-matches', true, 'domain:'],
  ['allow', 'mcp__a__b(c)', 'never-matches', true, 'write mcp__a__b alone'],
  ['allow', 'Bash(npm run test:*extra)', 'near-miss', false, 'npm run test:*"'],
  ['deny', 'bash(ls)', 'wrong-case', false, 'write Bash'],
  ['allow', 'bash(ls)', 'wrong-case', false, 'write Bash'],
  ['deny', 'Read (x)', 'near-miss', false, 'Read(…)'],
  ['deny', 'Read(/etc/**)', 'near-miss', false, '//etc/**'],
  ['deny', 'Read(/home/u/x)', 'near-miss', false, '//home/u/x'],
  ['deny', 'Read(~root/x)', 'near-miss', false, '//home/'],
  ['deny', 'Read(src\\app)', 'near-miss', false, '"/"'],
  ['allow', 'WebSearch(*)', 'near-miss', false, 'write WebSearch'],
  ['allow', 'mcp__s__t(*)', 'near-miss', false, 'write mcp__s__t'],
];

describe('problems', () => {
  it('of a rule that is typed, allowing too, tell a tool that there is not; a file may wait for it', () => {
    const rule = ruleOf('allow', 'Writ');
    const codes = (source: 'cli' | 'user') =>
      compile([{ ...rule, source }], { knownTools }).problems.map(({ code }) => code);
    expect(codes('cli')).toEqual(['unknown-tool']);
    expect(codes('user')).toEqual([]);
  });

  it.each(rows)('%s %s: %s', (behavior, text, code, isIgnored, says) => {
    const [problem, ...others] = problemsOf(behavior, text);
    expect(problem).toMatchObject({ code, isIgnored, rule: { text } });
    expect(problem?.message).toContain(says);
    expect(others).toEqual([]);
  });

  it.each([
    ['deny', 'mcp__unknown__tool'],
    ['deny', 'Unknown_tool'],
    ['deny', 'Unknown*'],
    ['allow', 'Unknown'],
    ['deny', 'PowerShell(ls)'],
    ['deny', 'Task(x)'],
    ['deny', 'Read(//etc/**)'],
    ['deny', 'Read(/lib/**)'],
    ['deny', 'Read(/src/**)'],
    ['allow', 'Bash(*)'],
    ['allow', 'WebFetch(domain:*)'],
    ['allow', 'Bash(curl http://x *)'],
    ['allow', 'mcp__gh__get_*'],
    ['deny', 'Cd(~/x)'],
    // Tools of Sluice that this session doesn't have, or not yet.
    ['deny', 'ReadMcpResourceTool'],
    ['ask', 'TaskCreate'],
  ] as const)('none with %s %s', (behavior, text) => expect(problemsOf(behavior, text)).toEqual([]));

  it('no name is unknown when none is known', () => {
    expect(compile([ruleOf('deny', 'Bush')]).problems).toEqual([]);
  });

  it('a malformed rule drops itself only', () => {
    const rules = compile([ruleOf('deny', 'Bash('), ruleOf('deny', 'Bash(rm *)')]);
    expect(rules.forCommand('deny', ['Bash'], plain('rm x'))).toBeDefined();
    expect(rules.problems).toHaveLength(1);
  });
});

const unreachable: [string, string, string][] = [
  ['a tool that is denied', 'Bash(npm *)', 'Bash'],
  ['a tool whose name a glob denies', 'Bash(npm *)', 'B*'],
  ['a whole tool', 'Bash', '*'],
  ['a tool of a server', 'mcp__gh__get_*', 'mcp__gh'],
  ['the same text', 'Bash(npm test)', 'Bash(npm test)'],
  ['the same text, another alias', 'Task(x)', 'Agent(x)'],
  ['the same path', 'Edit(/src/**)', 'Edit(/src/**)'],
  ['a prefix of a prefix', 'Bash(git push *)', 'Bash(git *)'],
  ['another spelling of a prefix', 'Bash(git push:*)', 'Bash(git push *)'],
  ['a command with the prefix', 'Bash(aws s3 ls)', 'Bash(aws *)'],
  ['the command of the prefix itself', 'Bash(aws)', 'Bash(aws *)'],
  ['any pattern with the prefix', 'Bash(git * main)', 'Bash(git *)'],
  ['a plain prefix', 'Bash(lsof *)', 'Bash(ls*)'],
  ['a command of Monitor', 'Monitor(tail *)', 'Bash(tail *)'],
  ['the path of a tool that is denied', 'Read(docs/**)', 'Read'],
];

const reachable: [string, string, string][] = [
  ['a wider prefix', 'Bash(git *)', 'Bash(git push *)'],
  ['a word that goes on', 'Bash(git push*)', 'Bash(git push *)'],
  ['a longer word', 'Bash(gitk *)', 'Bash(git *)'],
  ['a pattern with wildcards in the middle', 'Bash(git push *)', 'Bash(git * main)'],
  ['another tool', 'Bash(ls)', 'PowerShell'],
  ['a parameter', 'Bash(npm *)', 'Bash(run_in_background:true)'],
  ['another path', 'Edit(/src/a)', 'Edit(/src/b)'],
];

describe.each(['deny', 'ask'] as const)('an allow rule under a rule to %s', (behavior) => {
  const codes = (allow: string, other: string) =>
    compile([ruleOf('allow', allow), ruleOf(behavior, other)]).problems.map(({ code, rule, isIgnored }) => [
      code,
      rule.text,
      isIgnored,
    ]);
  it.each(unreachable)('can not be reached: %s', (_, allow, other) => {
    expect(codes(allow, other)).toEqual([['unreachable', allow, false]]);
  });
  it.each(reachable)('can be reached: %s', (_, allow, other) => expect(codes(allow, other)).toEqual([]));

  it('starts elsewhere in another file', () => {
    const rules = [ruleOf('allow', 'Edit(/a)'), ruleOf(behavior, 'Edit(/a)', 'user')];
    expect(compile(rules).problems).toEqual([]);
  });
});
