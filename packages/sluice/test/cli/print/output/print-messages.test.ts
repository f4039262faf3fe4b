import type { AgentEvent, AgentResult } from '@sluice/agent';
import { expect, test } from 'vitest';
import { decisionReasonType } from '../../../../src/cli/print/output/decision-reason-type.ts';
import {
  createPrintMessages,
  type PrintMessageOptions,
} from '../../../../src/cli/print/output/print-messages.ts';
import { isFailure, resultMessage } from '../../../../src/cli/print/output/result-message.ts';

const USAGE = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 };
const NOTHING: PrintMessageOptions = {
  includesPartialMessages: false,
  includesHookEvents: false,
  replaysUserMessages: false,
};
const QUIET = { take() {} };
const TEXT = [{ type: 'text', text: 'hi' }] as const;
const ASSISTANT: AgentEvent = {
  type: 'assistant',
  messageId: 'ours',
  content: TEXT,
  model: 'm',
  stopReason: 'end_turn',
  usage: USAGE,
  isCut: false,
};
const HOOK: AgentEvent = {
  type: 'engine',
  event: {
    sequence: 0,
    time: 0,
    type: 'hook',
    status: 'ended',
    outcome: 'timed-out',
    durationMs: 1.4,
    said: {},
    terminalSequence: '\u0007',
    program: { stdout: 'out', stderr: 'err', exitCode: 3 },
    event: 'PreToolUse',
    hook: 'check',
    runId: 'r1',
    place: undefined,
    messageId: 'ours',
    callId: 'c',
    toolName: 'Bash',
  },
};

function told(event: AgentEvent, wish: Partial<PrintMessageOptions> = {}): readonly object[] {
  return createPrintMessages({ ...NOTHING, ...wish }, QUIET).take(event);
}

test.for([
  [
    'what the model says, whole',
    ASSISTANT,
    {},
    [
      {
        type: 'assistant',
        message: {
          ...{ id: 'ours', content: TEXT },
          ...{ container: null, context_management: null, diagnostics: null, stop_details: null },
          usage: { output_tokens_details: null },
        },
      },
    ],
  ],
  ['a message that was cut', { ...ASSISTANT, isCut: true }, {}, [{ type: 'assistant', aborted: true }]],
  ['not a message without content', { ...ASSISTANT, content: [] }, {}, []],
  [
    'not what only another API understands',
    {
      ...ASSISTANT,
      content: [{ type: 'opaque', api: 'gemini', kind: 'other', block: { thoughtSignature: 'x' } }, ...TEXT],
    },
    {},
    [{ message: { content: TEXT } }],
  ],
  ['not what the person said', { type: 'user', origin: 'person', content: TEXT }, {}, []],
  [
    'what the person said, where that is wanted',
    { type: 'user', origin: 'person', content: TEXT },
    { replaysUserMessages: true },
    [{ type: 'user', isReplay: true }],
  ],
  [
    'what a hook has added',
    { type: 'user', origin: 'hook', content: TEXT },
    {},
    [{ type: 'user', isSynthetic: true, origin: { kind: 'unclassified', source: 'hook' } }],
  ],
  [
    'that a background task has ended',
    { type: 'user', origin: 'task', content: TEXT },
    {},
    [{ type: 'user', isSynthetic: true, origin: { kind: 'task-notification', source: 'task' } }],
  ],
  ['not a hook', HOOK, {}, []],
  [
    'a hook, where that is wanted',
    HOOK,
    { includesHookEvents: true },
    [
      {
        subtype: 'hook_response',
        hook_id: 'r1',
        hook_event: 'PreToolUse',
        tool_use_id: 'c',
        terminal_sequence: '\u0007',
        outcome: 'error',
        duration_ms: 1,
        stdout: 'out',
        stderr: 'err',
        output: 'out\nerr',
        exit_code: 3,
      },
    ],
  ],
  [
    'that someone is asked',
    { type: 'activity', activity: 'requires-action' },
    {},
    [{ subtype: 'session_state_changed', state: 'requires_action' }],
  ],
  [
    'a message that was withdrawn',
    {
      type: 'retracted',
      messageId: 'ours',
      failure: { kind: 'server', message: 'broken', status: 500, isRetryable: true },
      attempt: 2,
      delayMs: 10.6,
    },
    {},
    [
      {
        subtype: 'api_retry',
        attempt: 2,
        retry_delay_ms: 11,
        error_status: 500,
        error: 'server_error',
        message: 'broken',
        discarded_message_id: 'ours',
      },
    ],
  ],
  [
    'that a summary is written',
    { type: 'compaction', status: 'started' },
    { splitsMessages: true },
    [{ subtype: 'status', status: 'compacting' }],
  ],
  [
    'that no summary could be written',
    { type: 'compaction', status: 'failed', problem: 'no answer' },
    { splitsMessages: true },
    [{ subtype: 'status', status: null, compact_result: 'failed', compact_error: 'no answer' }],
  ],
  [
    'a summary',
    { type: 'compacted', trigger: 'manual', tokensBefore: 5, summary: 's', usage: USAGE },
    {},
    [{ subtype: 'compact_boundary', compact_metadata: { trigger: 'manual', pre_tokens: 5 } }],
  ],
  ['a notice', { type: 'notice', message: 'mind' }, {}, [{ subtype: 'informational', content: 'mind' }]],
] as const satisfies readonly (readonly [
  string,
  AgentEvent,
  Partial<PrintMessageOptions>,
  readonly object[],
])[])('tells %s', ([, event, wish, messages]) => {
  const found = told(event, wish);
  expect(found).toMatchObject(messages);
  expect(found).toHaveLength(messages.length);
});

test("a message has the server's id, in the stream as at its end", () => {
  const messages = createPrintMessages({ ...NOTHING, includesPartialMessages: true }, QUIET);
  const start = { type: 'message-start', id: 'theirs', model: 'm', usage: USAGE } as const;
  expect(messages.take({ type: 'model', messageId: 'ours', event: start })).toMatchObject([
    { event: { message: { id: 'theirs' } } },
  ]);
  expect(messages.take(ASSISTANT)).toMatchObject([{ message: { id: 'theirs' } }]);
  expect(messages.take({ ...ASSISTANT, messageId: 'other' })).toMatchObject([{ message: { id: 'other' } }]);
});

test.for([
  [
    'the model refused',
    { reason: 'refused', turns: 1, errors: ['The model refused to continue.'] },
    {
      subtype: 'model_refusal_no_fallback',
      original_model: 'm',
      request_id: null,
      refused_user_message_uuid: 'u',
      content: 'The model refused to continue.',
    },
  ],
  [
    'a command answered',
    { reason: 'completed', turns: 0, text: 'Three skills.' },
    { subtype: 'local_command_output', content: 'Three skills.' },
  ],
  [
    'a user stopped the answer',
    { reason: 'interrupted-streaming', turns: 1, text: '' },
    {
      type: 'user',
      message: { role: 'user', content: [{ type: 'text', text: '[Request interrupted by user]' }] },
      parent_tool_use_id: null,
      isSynthetic: true,
    },
  ],
  [
    'a user stopped a call',
    { reason: 'interrupted-tools', turns: 1, text: '' },
    {
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'text', text: '[Request interrupted by user for tool use]' }],
      },
      parent_tool_use_id: null,
      isSynthetic: true,
    },
  ],
  ['the model answered', { reason: 'completed', turns: 1, text: 'Hello.' }, undefined],
  ['nothing was said', { reason: 'completed', turns: 0, text: '' }, undefined],
] as const)('before the result of a prompt, clients of the SDK are told that %s', ([, end, message]) => {
  const event: AgentEvent = { type: 'result', result: { ...RESULT, ...end } };
  for (const splitsMessages of [true, false]) {
    const messages = createPrintMessages({ ...NOTHING, splitsMessages }, QUIET);
    messages.take({ type: 'user', origin: 'person', content: TEXT, id: 'u' });
    const before = splitsMessages && message !== undefined ? [{ type: 'system', ...message }] : [];
    expect(messages.take(event).slice(0, -1)).toEqual(before);
  }
});

test('that nothing runs is told once something has run', () => {
  const messages = createPrintMessages(NOTHING, QUIET);
  const running = (...ids: readonly string[]): AgentEvent => ({
    type: 'engine',
    event: {
      sequence: 0,
      time: 0,
      type: 'in-progress',
      calls: ids.map((callId) => ({ callId, isInterruptible: true })),
      interruptible: 'all',
    },
  });
  expect(messages.take(running())).toEqual([]);
  expect(messages.take(running('c'))).toMatchObject([{ subtype: 'in_progress', tool_use_ids: ['c'] }]);
  expect(messages.take(running())).toMatchObject([{ subtype: 'in_progress', tool_use_ids: [] }]);
});

const RESULT: AgentResult = {
  reason: 'completed',
  text: 'words',
  stopReason: 'end_turn',
  turns: 1,
  usage: USAGE,
  costUsd: undefined,
  models: [{ model: 'm', contextWindow: 9, maxOutputTokens: 5, usage: USAGE, costUsd: undefined }],
  durationMs: 1.6,
  modelMs: 0.4,
  denials: [],
  structuredOutput: undefined,
  deferred: undefined,
  failure: undefined,
  errors: [],
};

test.for([
  ['completed', 'success', false, 'completed'],
  ['refused', 'success', false, 'completed'],
  ['declined', 'success', false, 'aborted_tools'],
  ['hook-stopped', 'success', false, 'hook_stopped'],
  ['max-turns', 'error_max_turns', true, 'max_turns'],
  ['max-budget', 'error_max_budget_usd', true, 'budget_exhausted'],
  ['output-retries', 'error_max_structured_output_retries', true, 'structured_output_retry_exhausted'],
  ['interrupted-streaming', 'error_during_execution', true, 'aborted_streaming'],
  ['interrupted-tools', 'error_during_execution', true, 'aborted_tools'],
  ['shutdown', 'error_during_execution', true, 'aborted_streaming'],
  ['prompt-blocked', 'error_during_execution', true, 'hook_stopped'],
  ['too-long', 'success', true, 'prompt_too_long'],
  ['model-error', 'success', true, 'model_error'],
] as const)('%s is %s', ([reason, subtype, isError, terminalReason]) => {
  const message = resultMessage({ ...RESULT, reason });
  expect(message).toMatchObject({
    subtype,
    is_error: isError,
    terminal_reason: terminalReason,
    duration_ms: 2,
    total_cost_usd: 0,
    cost_is_known: false,
    modelUsage: { m: { costBasis: 'unknown', cacheReadInputTokens: 3 } },
  });
  expect('result' in message).toBe(subtype === 'success');
  expect(isFailure({ reason })).toBe(isError);
});

test('a prompt that a hook blocked has not failed, and the result says why', () => {
  const hookBlock = { event: 'UserPromptSubmit', reason: 'Not that.' } as const;
  const result = { ...RESULT, reason: 'prompt-blocked', errors: ['Not that.'], hookBlock } as const;
  const text = 'UserPromptSubmit operation blocked by hook:\nNot that.';
  expect(resultMessage(result)).toMatchObject({
    subtype: 'success',
    is_error: false,
    result: text,
    errors: undefined,
    terminal_reason: 'hook_stopped',
  });
  expect(isFailure(result)).toBe(false);
});

test('an error that the API reported is one of the API', () => {
  const failure = { kind: 'authentication', message: 'no', status: 401, isRetryable: false } as const;
  expect(resultMessage({ ...RESULT, reason: 'model-error', failure })).toMatchObject({
    terminal_reason: 'api_error',
    api_error_status: 401,
  });
});

test('a model that has two names is one model for clients', () => {
  const used = { contextWindow: 9, maxOutputTokens: 5, usage: USAGE };
  const models = [
    { ...used, model: 'claude-x', costUsd: 1 },
    { ...used, model: 'anthropic/claude-x', costUsd: 2 },
  ];
  expect(resultMessage({ ...RESULT, models })).toMatchObject({
    modelUsage: { 'claude-x': { costUSD: 3, cacheReadInputTokens: 6 } },
    usage: {
      cache_creation: { ephemeral_5m_input_tokens: USAGE.cacheWriteTokens, ephemeral_1h_input_tokens: 0 },
      service_tier: 'standard',
    },
  });
});

test('a verdict has one of the names that clients know', () => {
  const names = [
    'rule',
    'default',
    'mode',
    'safety',
    'headless',
    'classifier',
    'person',
    'tool',
    'constructor',
  ];
  expect(names.map(decisionReasonType)).toEqual([
    'rule',
    'mode',
    'mode',
    'safetyCheck',
    'mode',
    'classifier',
    'permissionPromptTool',
    'other',
    'other',
  ]);
});

test('the heartbeat hears every event', () => {
  const heard: AgentEvent[] = [];
  createPrintMessages(NOTHING, { take: (event) => void heard.push(event) }).take(HOOK);
  expect(heard).toEqual([HOOK]);
});

test('the cost is a number with or without a price, and says whether it is known', () => {
  const models = [...RESULT.models, ...RESULT.models.map((one) => ({ ...one, model: 'n', costUsd: 0.25 }))];
  expect(resultMessage({ ...RESULT, models })).toMatchObject({
    total_cost_usd: 0.25,
    cost_is_known: false,
  });
});
