import { defineTool, fail, isJsonObject, writeNamed, type JsonSchema, type ToolResult } from '@sluice/core';
import type { SubAgentPort } from './sub-agent-port.ts';

export interface SendMessageInput {
  readonly to: string;
  readonly message: unknown;
  readonly summary?: string;
  readonly notify_when_idle?: boolean;
}

export interface SendMessageOutput {
  readonly success: boolean;
  readonly deliveredTo: string;
  readonly resumed?: boolean;
}

const inputSchema: JsonSchema<SendMessageInput> = {
  type: 'object',
  properties: {
    to: {
      type: 'string',
      minLength: 1,
      description: 'Id or name of an agent; main; or * for all teammates.',
    },
    message: { type: ['string', 'object'], description: 'What the agent should know or do.' },
    summary: { type: 'string', description: 'The message in a few words, for the user.' },
    notify_when_idle: {
      type: 'boolean',
      description: 'You get a message when the agent has finished.',
    },
  },
  required: ['to', 'message'],
  additionalProperties: false,
};

/** Bytes of a message in UTF-8. */
const MAX_MESSAGE = 32 * 1024;

/** The `SendMessage` tool: says something to another agent, and wakes one that has ended. */
export function createSendMessageTool(port: SubAgentPort) {
  return defineTool<typeof inputSchema, SendMessageOutput>({
    name: 'SendMessage',
    description:
      "Sends a message to another agent, by id or name. A running agent gets it before its next request; an agent that has ended continues in the background with its whole conversation, and you are notified when it ends again. A message doesn't approve anything.",
    searchHint: 'continue with, resume or talk to an agent',
    inputSchema,
    isDeferred: true,
    claims: () => [writeNamed('messages')],
    actions: () => ({ actions: [] }),
    isDestructive: () => false,
    staysInSession: true,
    checkPermissions: () => ({ behavior: 'allow' }),
    async call(
      { to, message, summary, notify_when_idle: notifyWhenIdle },
      context,
    ): Promise<ToolResult<SendMessageOutput>> {
      const text = typeof message === 'string' ? message : JSON.stringify(message);
      if (text.trim() === '')
        return fail('empty-message', 'The message is empty. Say what the agent should know or do.');
      const bytes = Buffer.byteLength(text);
      if (bytes > MAX_MESSAGE) {
        return fail(
          'message-too-long',
          `The message has ${bytes} bytes; the limit is ${MAX_MESSAGE}. Write it to a file and send the path.`,
        );
      }
      const sent = await port.send({
        ...{ to, text, summary, from: context.agent?.id },
        fields: isJsonObject(message) ? message : undefined,
        notifyWhenIdle,
      });
      if (!sent.ok) return fail(sent.code, sent.message);
      return { data: { success: true, deliveredTo: sent.deliveredTo, resumed: sent.resumed } };
    },
    toModel: ({ deliveredTo, resumed }) =>
      resumed === true
        ? `Agent ${deliveredTo} continues in the background. You are notified when it ends.`
        : `The message was sent to ${deliveredTo}.`,
    summarize: ({ to, summary }) =>
      summary === undefined ? `Message to ${to}` : `Message to ${to}: ${summary}`,
  });
}
