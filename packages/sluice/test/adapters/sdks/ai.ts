import * as ai7 from 'ai';
import * as ai6 from 'ai-6';
import type { MockLanguageModelV3 } from 'ai/test';
import type { AISDKTools } from '../../../src/adapters/ai-sdk.ts';
import type { Sdk } from './sdk.ts';
import { scriptedModel, sentResults } from './scripted-model.ts';

/** One run. */
type StreamOnce = (
  given: AISDKTools,
  model: MockLanguageModelV3,
  messages: ai7.ModelMessage[],
  signal: AbortSignal | undefined,
) => Promise<readonly ai7.ModelMessage[]>;

const stream7: StreamOnce = async ({ tools, toolApproval }, model, messages, abortSignal) => {
  const stopWhen = ai7.isStepCount(9);
  const run = ai7.streamText({ model, tools, toolApproval, messages, stopWhen, abortSignal, onError() {} });
  await run.consumeStream();
  return run.responseMessages;
};

const stream6: StreamOnce = async (given, mock, messages, abortSignal) => {
  // The types of the two versions differ where no tool of a runtime does.
  const [tools, model]: object[] = [given.tools, mock];
  const run = ai6.streamText({
    model: model as ai6.LanguageModel,
    tools: tools as ai6.ToolSet,
    messages: messages as ai6.ModelMessage[],
    stopWhen: ai6.stepCountIs(9),
    abortSignal,
    onError() {},
  });
  await run.consumeStream();
  const response: object = (await run.response).messages;
  return response as ai7.ModelMessage[];
};

interface Approval {
  readonly type: string;
  readonly approvalId: string;
  readonly toolCallId: string;
}

export function approvalsIn(messages: readonly ai7.ModelMessage[]): readonly Approval[] {
  return messages.flatMap(({ content }): readonly Approval[] =>
    typeof content === 'string'
      ? []
      : content.flatMap((part) => (part.type === 'tool-approval-request' ? [part] : [])),
  );
}

function aiSDK(version: 6 | 7, stream: StreamOnce): Sdk {
  return {
    name: `AI SDK ${version}`,
    async run({ runtime, load, said, ask = async () => false, signal }) {
      const { toAISDK } = await load('ai-sdk');
      const given = await toAISDK(runtime, { version });
      const model = scriptedModel(said);
      let messages: ai7.ModelMessage[] = [{ role: 'user', content: 'Go' }];
      for (;;) {
        // Each run continues the one before, until none ends with questions.
        // oxlint-disable-next-line no-await-in-loop
        const added = await stream(given, model, messages, signal);
        messages = [...messages, ...added];
        const asked = approvalsIn(added);
        if (asked.length === 0) return sentResults(model);
        // oxlint-disable-next-line no-await-in-loop
        const content = await Promise.all(
          asked.map(async ({ approvalId, toolCallId }) => ({
            type: 'tool-approval-response' as const,
            ...{ approvalId, approved: await ask(toolCallId) },
          })),
        );
        messages = [...messages, { role: 'tool', content }];
      }
    },
    async suspend({ runtime, load, said }) {
      const { toAISDK } = await load('ai-sdk');
      const messages: ai7.ModelMessage[] = [{ role: 'user', content: 'Go' }];
      const given = await toAISDK(runtime, { version });
      return JSON.stringify([
        ...messages,
        ...(await stream(given, scriptedModel(said), messages, undefined)),
      ]);
    },
    async approve(stored, { runtime, load, said }) {
      const { toAISDK } = await load('ai-sdk');
      const messages: ai7.ModelMessage[] = JSON.parse(stored);
      const content = approvalsIn(messages).map(({ approvalId }) => ({
        type: 'tool-approval-response' as const,
        ...{ approvalId, approved: true },
      }));
      const model = scriptedModel(said);
      const given = await toAISDK(runtime, { version });
      await stream(given, model, [...messages, { role: 'tool', content }], undefined);
      return sentResults(model);
    },
    text: (value) => ({ type: 'text', value }),
    error: (value) => ({ type: 'error-text', value }),
    picture: (text, data, mediaType) => ({
      type: 'content',
      value: [
        { type: 'text', text },
        // As the scripted model gets it, which is one for both versions.
        { type: version === 7 ? 'file-data' : 'image-data', data, mediaType },
      ],
    }),
  };
}

export const STREAMS = [
  [7, stream7],
  [6, stream6],
] as const;
export const AI_SDK_7 = aiSDK(7, stream7);
export const AI_SDK_6 = aiSDK(6, stream6);
