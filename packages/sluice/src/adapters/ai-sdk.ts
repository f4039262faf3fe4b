import { isDeepStrictEqual } from 'node:util';
import * as ai from 'ai';
import { dynamicTool, jsonSchema, type ModelMessage, type ToolSet } from 'ai';
import { modelTools, type CallResult, type ToolCall } from '@sluice/core';
import type { LocalRuntime } from '@sluice/session';
import { toAISDKOutput } from '../results/to-ai-sdk-output.ts';
import { toText } from '../results/to-text.ts';
import { Approvals } from './approvals.ts';
import { Step } from './steps.ts';

export interface AISDKOptions {
  /**
   * Who approves calls that ask. `sdk`: the run ends with a `tool-approval-request`, and continues with the response. `runtime`: the
   * runtime's own asker, while the call waits. Default: `sdk`.
   */
  readonly approvals?: 'sdk' | 'runtime';
  /**
   * All runs with these tools belong to one conversation. A run that begins with equal messages then continues or retries the one before,
   * even if your program has built the messages anew, for example from its database. Default: false, only the same message objects do.
   */
  readonly isOneConversation?: boolean;
  /** Of the AI SDK. Default: the one that is installed. */
  readonly version?: 6 | 7;
}

/** The output of a tool, as the application and its user interface see it. */
export interface AISDKToolOutput {
  readonly text: string;
  readonly isError: boolean;
  /** `ok`, `denied`, `tool-error`, … */
  readonly code: string;
  readonly content: CallResult['content'];
}

export interface AISDKTools {
  readonly tools: ToolSet;
  /** For AI SDK 7, with the reason of each question; without it the tools ask by themselves, as in 6. */
  readonly toolApproval: (options: {
    readonly toolCall: { readonly toolCallId: string; readonly toolName: string; readonly input: unknown };
    readonly messages: ModelMessage[];
  }) => Promise<'not-applicable' | 'user-approval'>;
}

const HOW =
  'the application has no approval of the user for this call (a tool-approval-response in its messages)';

/** The tools of a runtime for `streamText`, `generateText` and agents of the AI SDK 6 and 7. */
export async function toAISDK(
  runtime: Pick<LocalRuntime, 'openMessage' | 'decide' | 'conflict' | 'pool' | 'questions' | 'agent'>,
  { approvals = 'sdk', isOneConversation = false, version = 'isStepCount' in ai ? 7 : 6 }: AISDKOptions = {},
): Promise<AISDKTools> {
  const asker = approvals === 'sdk' ? new Approvals(runtime, HOW) : undefined;
  /** All callbacks of a step get the same list of messages. */
  const steps = new WeakMap<readonly ModelMessage[], Step>();
  /** The last step of a conversation, by its first message. */
  const latest = new WeakMap<object, { readonly step: Step; readonly messages: readonly ModelMessage[] }>();
  const theOne = {};
  const isSameMessage = isOneConversation ? isDeepStrictEqual : Object.is;

  function stepOf(messages: readonly ModelMessage[]): Step {
    const known = steps.get(messages);
    if (known !== undefined) return known;
    const first = isOneConversation ? theOne : messages[0];
    const before = first && latest.get(first);
    // The SDK has gone on, or asks again after a stream that broke off: what it has dropped from the last message is withdrawn. If the SDK
    // runs calls of that message, another run has begun beside it.
    const isSame =
      before !== undefined &&
      (begins(before.messages, messages, isSameMessage) || begins(messages, before.messages, isSameMessage));
    const dropped = isSame && !before.step.isRunning ? before.step.discard() : undefined;
    const isRetry = before?.messages.length === messages.length;
    const step = new Step(runtime, asker, isRetry ? dropped : undefined);
    steps.set(messages, step);
    if (asker !== undefined) step.noteRefused(refusedCalls(messages));
    if (first !== undefined) latest.set(first, { step, messages });
    return step;
  }

  async function needsApproval(call: ToolCall, messages: readonly ModelMessage[]): Promise<boolean> {
    if (asker === undefined) return false;
    // The SDK checks once more when the user has answered. Version 6 doesn't run a call that needs no approval by then.
    return isApproved(call.id, messages) || stepOf(messages).asks(call);
  }

  const tools: ToolSet = {};
  for (const { name, description, inputSchema } of await modelTools(runtime.pool, (tool) =>
    runtime.agent.deniesTool(tool),
  )) {
    tools[name] = {
      ...dynamicTool({
        description,
        inputSchema: jsonSchema({ ...inputSchema }),
        onInputAvailable({ toolCallId: id, input, messages, abortSignal }) {
          // Not awaited: the stream of the model goes on meanwhile.
          void stepOf(messages).startEarly({ id, name, input }, abortSignal);
        },
        async execute(input, { toolCallId: id, messages, abortSignal }): Promise<AISDKToolOutput> {
          if (isApproved(id, messages)) asker?.approve(id);
          const result = await stepOf(messages).run({ id, name, input }, abortSignal);
          const { isError, code, content } = result;
          return { text: toText(result), isError, code, content };
        },
        toModelOutput: ({ output }) => toAISDKOutput(asOutput(output), version),
      }),
      needsApproval: (
        input: unknown,
        { toolCallId, messages }: { toolCallId: string; messages: ModelMessage[] },
      ) => needsApproval({ id: toolCallId, name, input }, messages),
    };
  }
  return {
    tools,
    toolApproval: async ({ toolCall: { toolCallId, toolName, input }, messages }) =>
      (await needsApproval({ id: toolCallId, name: toolName, input }, messages))
        ? 'user-approval'
        : 'not-applicable',
  };
}

/** Whether a conversation begins with these messages. */
function begins(
  start: readonly ModelMessage[],
  messages: readonly ModelMessage[],
  isSame: (one: unknown, other: unknown) => boolean,
): boolean {
  return start.every((message, index) => isSame(message, messages[index]));
}

/** An output that comes back from the application's store is data of its own. */
function asOutput(output: unknown): Pick<AISDKToolOutput, 'content' | 'isError'> {
  return isOutput(output)
    ? output
    : { content: [{ type: 'text', text: JSON.stringify(output) }], isError: false };
}

function isOutput(output: unknown): output is AISDKToolOutput {
  return (
    typeof output === 'object' &&
    output !== null &&
    'content' in output &&
    Array.isArray(output.content) &&
    'isError' in output
  );
}

/** The conversation holds the user's approval of this call, and no result of it. */
function isApproved(callId: string, messages: readonly ModelMessage[]): boolean {
  return answersIn(messages).get(callId) === true;
}

/** The calls that the user has refused. */
function refusedCalls(messages: readonly ModelMessage[]): readonly ToolCall[] {
  const answers = answersIn(messages);
  return messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : content.flatMap((part) =>
          part.type === 'tool-call' && answers.get(part.toolCallId) === false
            ? [{ id: part.toolCallId, name: part.toolName, input: part.input }]
            : [],
        ),
  );
}

/**
 * What the user has said, by call: refusals, and approvals of calls that have no result yet. An id is that of the last call that has it: some
 * models count their ids anew in each message.
 */
function answersIn(messages: readonly ModelMessage[]): ReadonlyMap<string, boolean> {
  const requests = new Map<string, string>();
  const answers = new Map<string, boolean>();
  const settled = new Set<string>();
  for (const { role, content } of messages) {
    if (typeof content === 'string') continue;
    for (const part of content) {
      if (part.type === 'tool-call') {
        answers.delete(part.toolCallId);
        settled.delete(part.toolCallId);
      }
      if (part.type === 'tool-result') settled.add(part.toolCallId);
      if (role === 'assistant' && part.type === 'tool-approval-request')
        requests.set(part.approvalId, part.toolCallId);
      if (role !== 'tool' || part.type !== 'tool-approval-response') continue;
      const callId = requests.get(part.approvalId);
      if (callId !== undefined) answers.set(callId, part.approved);
    }
  }
  for (const id of settled) if (answers.get(id) === true) answers.delete(id);
  return answers;
}
