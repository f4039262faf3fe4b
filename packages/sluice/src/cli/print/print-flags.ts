import type { parseArgs } from 'node:util';
import { orList } from '@sluice/base';
import { EFFORTS, TOOL_LOADINGS } from '@sluice/session/agent';
import { ENGINE_EXPECTED, ENGINE_FLAGS } from '../engine-flags.ts';
import { MCP_EXPECTED, MCP_FLAGS } from '../mcp-flags.ts';
import { PERMISSION_EXPECTED, PERMISSION_OPTIONS } from '../permission/permission-options.ts';
import { CLIENT_EXPECTED, CLIENT_OPTIONS } from './client/client-options.ts';

/** The options of `sluice -p`, for Node's parser. */
export const PRINT_FLAGS = {
  ...PERMISSION_OPTIONS,
  ...ENGINE_FLAGS,
  ...MCP_FLAGS,
  ...CLIENT_OPTIONS,
  print: { type: 'boolean', short: 'p' },
  'permission-prompts': { type: 'string' },
  asks: { type: 'string' },
  'permission-prompt-tool': { type: 'string' },
  'allowed-tools': { type: 'string', multiple: true },
  allowedTools: { type: 'string', multiple: true },
  'disallowed-tools': { type: 'string', multiple: true },
  disallowedTools: { type: 'string', multiple: true },
  tools: { type: 'string', multiple: true },
  'dangerously-skip-permissions': { type: 'boolean' },
  'allow-dangerously-skip-permissions': { type: 'boolean' },
  agents: { type: 'string' },
  agent: { type: 'string' },
  coordinator: { type: 'boolean' },
  'append-subagent-system-prompt': { type: 'string' },
  model: { type: 'string' },
  advisor: { type: 'string' },
  'base-url': { type: 'string' },
  effort: { type: 'string' },
  'tool-loading': { type: 'string' },
  'input-format': { type: 'string' },
  'output-format': { type: 'string' },
  verbose: { type: 'boolean' },
  'include-partial-messages': { type: 'boolean' },
  'include-hook-events': { type: 'boolean' },
  'forward-subagent-text': { type: 'boolean' },
  'replay-user-messages': { type: 'boolean' },
  'max-turns': { type: 'string' },
  'max-budget-usd': { type: 'string' },
  'json-schema': { type: 'string' },
  continue: { type: 'boolean', short: 'c' },
  resume: { type: 'string', short: 'r' },
  'fork-session': { type: 'boolean' },
  'session-id': { type: 'string' },
  'no-session-persistence': { type: 'boolean' },
  'setting-sources': { type: 'string' },
  'system-prompt': { type: 'string' },
  'system-prompt-file': { type: 'string' },
  'append-system-prompt': { type: 'string' },
  'append-system-prompt-file': { type: 'string' },
  bare: { type: 'boolean' },
  'safe-mode': { type: 'boolean' },
  worktree: { type: 'string', short: 'w' },
  'disable-slash-commands': { type: 'boolean' },
  init: { type: 'boolean' },
  'init-only': { type: 'boolean' },
  maintenance: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const PROMPTS = ['stdio', 'none'] as const;
export const ASKS = ['suspend', 'deny'] as const;
export const INPUTS = ['text', 'stream-json'] as const;
export const OUTPUTS = ['text', 'json', 'stream-json'] as const;
export const SOURCES = ['user', 'project', 'local'] as const;
export const POSITIVE = 'a positive whole number';

/** What each option expects as its value. */
export const PRINT_EXPECTED = {
  ...PERMISSION_EXPECTED,
  ...ENGINE_EXPECTED,
  ...MCP_EXPECTED,
  ...CLIENT_EXPECTED,
  'permission-prompts': orList(PROMPTS),
  asks: orList(ASKS),
  'permission-prompt-tool': 'a tool of an MCP server, such as mcp__server__tool',
  'allowed-tools': 'rules, such as "Bash(npm test *),Edit"',
  allowedTools: 'rules, such as "Bash(npm test *),Edit"',
  'disallowed-tools': 'rules, such as "Bash(git push *)"',
  disallowedTools: 'rules, such as "Bash(git push *)"',
  tools: 'names of built-in tools, such as "Bash,Edit"; "" for none, default for all',
  agents: 'agents as JSON, such as {"reviewer": {"description": "…", "prompt": "…"}}',
  agent: 'the name of an agent (sluice agents lists them)',
  model: 'a model, such as anthropic/claude-sonnet-5-5 or ollama/qwen3',
  advisor: 'a model, such as anthropic/claude-opus-4-8',
  'base-url': 'the address of a model server',
  effort: orList(EFFORTS),
  'tool-loading': orList(TOOL_LOADINGS),
  'input-format': orList(INPUTS),
  'output-format': orList(OUTPUTS),
  'max-turns': POSITIVE,
  'max-budget-usd': 'an amount in US dollars',
  'json-schema': 'a JSON Schema',
  resume: 'the id of a session (sluice sessions lists them)',
  'session-id': 'a UUID',
  'setting-sources': `of ${SOURCES.join(', ')}, separated by commas`,
};

/** What was given, by the name of the option. */
export type PrintValues = ReturnType<
  typeof parseArgs<{ readonly options: typeof PRINT_FLAGS; readonly strict: true }>
>['values'];
