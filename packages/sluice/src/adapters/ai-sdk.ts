import * as ai from 'ai';
import { dynamicTool, jsonSchema, type ModelMessage, type ToolSet } from 'ai';
import { modelTools, type CallResult } from '@sluice/core';
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
  runtime: Pick<LocalRuntime, 'openMessage' | 'decide' | 'conflict' | 'pool' | 'agent'>,
  { approvals = 'sdk', version = 'isStepCount' in ai ? 7 : 6 }: AISDKOptions = {},
): Promise<AISDKTools> {
  const asker = approvals === 'sdk' ? new Approvals(HOW) : undefined;
  /** All callbacks of a step get the same list of messages. */
  const steps = new WeakMap<readonly ModelMessage[], Step>();
  /** The last step of a conversation, by its first message. */
  const latest = new WeakMap<
    ModelMessage,
    { readonly step: Step; readonly messages: readonly ModelMessage[] }
  >();

  function stepOf(messages: readonly ModelMessage[]): Step {
    const known = steps.get(messages);
    if (known !== undefined) return known;
    const [first] = messages;
    const before = first && latest.get(first);
    // The SDK has gone on, or asks again after a stream that broke off: what it has dropped from the last message is taken back. If the SDK
    // runs calls of that message, another run has begun beside it.
    const isSame =
      before !== undefined && (begins(before.messages, messages) || begins(messages, before.messages));
    const dropped = isSame && !before.step.isRunning ? before.step.discard() : undefined;
    const isRetry = before?.messages.length === messages.length;
    const step = new Step(runtime, asker, isRetry ? dropped : undefined);
    steps.set(messages, step);
    if (first !== undefined) latest.set(first, { step, messages });
    return step;
  }

  const needsApproval = (id: string, name: string, input: unknown, messages: readonly ModelMessage[]) =>
    asker === undefined ? Promise.resolve(false) : stepOf(messages).needsApproval({ id, name, input });

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
      ) => needsApproval(toolCallId, name, input, messages),
    };
  }
  return {
    tools,
    toolApproval: async ({ toolCall: { toolCallId, toolName, input }, messages }) =>
      (await needsApproval(toolCallId, toolName, input, messages)) ? 'user-approval' : 'not-applicable',
  };
}

/** Whether a conversation begins with these messages. */
function begins(start: readonly ModelMessage[], messages: readonly ModelMessage[]): boolean {
  return start.every((message, index) => message === messages[index]);
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

/** The conversation holds the user's approval of this call. */
function isApproved(callId: string, messages: readonly ModelMessage[]): boolean {
  const requests = new Map<string, string>();
  let approved = false;
  for (const { role, content } of messages) {
    if (typeof content === 'string') continue;
    for (const part of content) {
      if (role === 'assistant' && part.type === 'tool-approval-request')
        requests.set(part.approvalId, part.toolCallId);
      if (
        role === 'tool' &&
        part.type === 'tool-approval-response' &&
        requests.get(part.approvalId) === callId
      ) {
        approved = part.approved;
      }
    }
  }
  return approved;
}
