import { isDeepStrictEqual } from 'node:util';
import * as ai from 'ai';
import { dynamicTool, jsonSchema, type ModelMessage, type ToolSet } from 'ai';
import { modelTools, type ToolCall } from '@sluice/core';
import type { LocalRuntime } from '@sluice/session';
import { toAISDKOutput } from '../results/to-ai-sdk-output.ts';
import { begins, isApproved, refusedCalls } from './ai-sdk-messages.ts';
import { deferredTools, isReplacedBySearch, type SearchTools } from './ai-sdk-search.ts';
import { Approvals } from './approvals.ts';
import { Step } from './steps.ts';
import { asOutput, outputOf, type ToolOutput } from './tool-output.ts';

export type { ToolOutput as AISDKToolOutput } from './tool-output.ts';

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
  /**
   * For AI SDK 7: the runtime's deferred tools, such as those of MCP servers, are offered with `deferLoading`, for a model that finds them with
   * `toolSearch({ search })`. Default: false, the runtime's own ToolSearch finds them.
   */
  readonly defersTools?: boolean;
  /** Of the AI SDK. Default: the one that is installed. */
  readonly version?: 6 | 7;
}

export interface AISDKTools {
  readonly tools: ToolSet;
  /** For AI SDK 7, with the reason of each question; without it the tools ask by themselves, as in 6. */
  readonly toolApproval: (options: {
    readonly toolCall: { readonly toolCallId: string; readonly toolName: string; readonly input: unknown };
    readonly messages: ModelMessage[];
  }) => Promise<'not-applicable' | 'user-approval'>;
  /** With `defersTools`: ranks deferred tools. Pass it to the SDK: `toolSearch({ search })`. */
  readonly search: SearchTools;
}

const HOW = 'the application has no user approval for this call (a tool-approval-response in its messages)';

/** The tools of a runtime for `streamText`, `generateText` and agents of the AI SDK 6 and 7. */
export async function toAISDK(
  runtime: Pick<LocalRuntime, 'openMessage' | 'decide' | 'conflict' | 'pool' | 'questions' | 'agent'>,
  {
    approvals = 'sdk',
    isOneConversation = false,
    defersTools = false,
    version = 'isStepCount' in ai ? 7 : 6,
  }: AISDKOptions = {},
): Promise<AISDKTools> {
  if (defersTools && version === 6)
    throw new TypeError(
      'defersTools needs toolSearch, which AI SDK 6 does not have: leave it out, or use AI SDK 7.',
    );
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

  const offered = await modelTools(runtime.pool, (tool) => runtime.agent.deniesTool(tool));
  const deferred = defersTools ? await deferredTools(runtime) : undefined;
  const listed = deferred === undefined ? offered : offered.filter(({ name }) => !isReplacedBySearch(name));
  const late = new Set(deferred?.tools);
  const tools: ToolSet = {};
  for (const one of [...listed, ...late]) {
    const { name, description, inputSchema } = one;
    tools[name] = {
      deferLoading: late.has(one),
      ...dynamicTool({
        description,
        inputSchema: jsonSchema({ ...inputSchema }),
        onInputAvailable({ toolCallId: id, input, messages, abortSignal }) {
          // Not awaited: the stream of the model goes on meanwhile.
          void stepOf(messages).startEarly({ id, name, input }, abortSignal);
        },
        async execute(input, { toolCallId: id, messages, abortSignal }): Promise<ToolOutput> {
          if (isApproved(id, messages)) asker?.approve(id);
          return outputOf(await stepOf(messages).run({ id, name, input }, abortSignal));
        },
        toModelOutput: ({ output }) => toAISDKOutput(asOutput(output, false), version),
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
    search: deferred?.search ?? (() => []),
  };
}
