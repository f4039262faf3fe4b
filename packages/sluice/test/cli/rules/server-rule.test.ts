import type { RuleBehavior } from '@sluice/core';
import { expect, it } from 'vitest';
import { serverRuleProblem } from '../../../src/cli/rules/check/server-rule.ts';

const SERVERS = ['github', 'my.server', 'f'];

it.each<readonly [RuleBehavior, string, string | undefined]>([
  ['allow', 'ReadMcpResourceTool(f)', 'write ReadMcpResourceTool'],
  ['deny', 'ReadMcpResourceTool(f)', 'write ReadMcpResourceTool(server:f), or mcp__f for all of that server'],
  ['deny', 'ListMcpResourcesTool(server:f)', undefined],
  ['allow', 'ReadMcpResourceDirTool', undefined],
  ['allow', 'mcp__f__', 'write mcp__f'],
  ['deny', 'mcp__F__', 'write mcp__f'],
  ['deny', 'mcp_f', 'write mcp__f'],
  ['deny', 'mcp_github__create', 'write mcp__github__create'],
  ['deny', 'mcp_Github', 'write mcp__github'],
  ['deny', 'mcp__F', 'names are case-sensitive: write mcp__f'],
  ['allow', 'mcp__GitHub__create_issue', 'names are case-sensitive: write mcp__github__create_issue'],
  ['deny', 'MCP__github', 'names are case-sensitive, so this rule never matches; write mcp__github'],
  ['deny', 'mcp__gihub', 'to mean "github", write mcp__github'],
  ['deny', 'mcp__gihub__*', 'to mean "github", write mcp__github__*'],
  ['deny', 'mcp__my_server__x', undefined],
  ['deny', 'mcp__my.server', undefined],
  ['deny', 'mcp__f__x', undefined],
  ['deny', 'mcp__*', undefined],
  ['deny', 'mcp__git*', undefined],
  // Another directory may have it.
  ['allow', 'mcp__elsewhere', undefined],
  ['allow', 'Bash(mcp_f)', undefined],
])('%s %s: %s', (behavior, text, message) => {
  const found = serverRuleProblem({ behavior, text, source: 'user', root: '/p' }, SERVERS)?.message;
  if (message === undefined) expect(found).toBeUndefined();
  else expect(found?.endsWith(message)).toBe(true);
});
