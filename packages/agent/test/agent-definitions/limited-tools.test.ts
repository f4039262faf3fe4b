import { describe, expect, test } from 'vitest';
import { parseAgentsJson } from '../../src/agent-definitions/parse-agents-json.ts';

const parse = (tools: unknown): ReturnType<typeof parseAgentsJson> =>
  parseAgentsJson(JSON.stringify({ some: { description: 'Works.', prompt: 'You work.', tools } }));

describe('tools limits Bash alone', () => {
  test.each([
    'Bash (git *)',
    ['Read', 'Bash(git status, git log)'],
    'Read(src/**)',
    'WebFetch(domain:example.com)',
    'mcp__server(x)',
    'Bash()',
    'Bash(* )',
  ])('refused rather than granted in full: %j', (tools) => {
    const parsed = parse(tools);
    expect(parsed.ok ? '' : parsed.message).toMatch(
      /"some": ".*" in tools can't limit a tool to some calls\./,
    );
  });

  test.each([
    'Read, Bash',
    'Bash(*)',
    'Bash(git *)',
    'Read, Bash(git diff *)',
    'Read, Agent(one, two)',
    'Task(one)',
    'mcp__server__*',
    '*',
    ['Read'],
  ])('accepted: %j', (tools) => {
    expect(parse(tools).ok).toBe(true);
  });
});
