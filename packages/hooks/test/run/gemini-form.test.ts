import { expect, it } from 'vitest';
import type { HookEvent } from '../../src/index.ts';
import { geminiInput, geminiOutput } from '../../src/run/gemini-form.ts';

const NOW = new Date('2026-01-02T03:04:05Z');

it.each<[HookEvent, object, object]>([
  [
    'PreToolUse',
    { tool_name: 'Bash', tool_input: { command: 'ls' } },
    { hook_event_name: 'BeforeTool', tool_name: 'run_shell_command', tool_input: { command: 'ls' } },
  ],
  ['PreToolUse', { tool_name: 'mcp__a__b' }, { hook_event_name: 'BeforeTool', tool_name: 'mcp__a__b' }],
  [
    'PostToolUse',
    { tool_name: 'Read', tool_response: { lines: 1 } },
    { hook_event_name: 'AfterTool', tool_name: 'read_file', tool_response: { llmContent: '{"lines":1}' } },
  ],
  [
    'Stop',
    { last_assistant_message: 'Seven.' },
    { hook_event_name: 'AfterAgent', prompt_response: 'Seven.' },
  ],
  ['UserPromptSubmit', { prompt: 'go' }, { hook_event_name: 'BeforeAgent', prompt: 'go' }],
])('at %s, %j is reported as Gemini CLI would', (event, given, expected) => {
  const input: unknown = JSON.parse(geminiInput(event, JSON.stringify({ session_id: 's', ...given }), NOW));
  expect(input).toMatchObject({ session_id: 's', timestamp: NOW.toISOString(), ...expected });
});

const INPUT = JSON.stringify({ tool_input: { command: 'ls', description: 'List' } });

it.each<[HookEvent, object, object]>([
  [
    'PreToolUse',
    { decision: 'deny', reason: 'No.', systemMessage: 'm' },
    {
      systemMessage: 'm',
      hookSpecificOutput: {
        ...{ hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'No.' },
      },
    },
  ],
  // It lets the call go on as usual: it approves nothing.
  ['PreToolUse', { decision: 'allow', reason: 'Yes.' }, {}],
  [
    'PreToolUse',
    { hookSpecificOutput: { tool_input: { command: 'ls -l' } } },
    {
      hookSpecificOutput: {
        ...{ hookEventName: 'PreToolUse', updatedInput: { command: 'ls -l', description: 'List' } },
      },
    },
  ],
  ['PostToolUse', { decision: 'block', reason: 'Hide.' }, { decision: 'block', reason: 'Hide.' }],
  ['Stop', { decision: 'deny', reason: 'Again.' }, { decision: 'block', reason: 'Again.' }],
  [
    'UserPromptSubmit',
    { hookSpecificOutput: { additionalContext: 'c' } },
    { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'c' } },
  ],
  ['SessionStart', { decision: 'deny', continue: true }, { continue: true }],
])('at %s, %j means %j', (event, said, expected) => {
  expect(JSON.parse(geminiOutput(event, JSON.stringify(said), INPUT))).toEqual(expected);
});

it('what is not JSON stays as it is', () => {
  expect(geminiOutput('Stop', 'plain words\n', INPUT)).toBe('plain words\n');
});
