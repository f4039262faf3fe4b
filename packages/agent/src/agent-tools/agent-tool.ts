import { defineTool, fail, type JsonSchema, type ThinkingEffort, type ToolResult } from '@sluice/core';
import { DEFAULT_AGENT } from '../agent-definitions/built-in-agents.ts';
import { agentToolOutput, type AgentToolOutput } from './agent-tool-output.ts';
import { endedText } from './ended-text.ts';
import type { AgentProgress, SubAgentPort } from './sub-agent-port.ts';

export interface AgentToolInput {
  readonly description: string;
  readonly prompt: string;
  readonly subagent_type?: string;
  readonly model?: string;
  readonly effort?: ThinkingEffort;
  readonly run_in_background?: boolean;
  readonly name?: string;
  readonly isolation?: string;
  /** Accepted and ignored: a child's mode is its parent's or stricter. */
  readonly mode?: string;
  /** Accepted and ignored. */
  readonly team_name?: string;
}

const inputSchema: JsonSchema<AgentToolInput> = {
  type: 'object',
  properties: {
    description: { type: 'string', description: 'The task in three to five words, for the user.' },
    prompt: { type: 'string', minLength: 1, description: 'The whole task. The agent sees nothing else.' },
    subagent_type: {
      type: 'string',
      description: `Agent type, from the list in this conversation. Default: ${DEFAULT_AGENT}.`,
    },
    model: {
      type: 'string',
      description: "Overrides the type's model: sonnet, opus, haiku, or a full name. Usually omitted.",
    },
    effort: {
      type: 'string',
      enum: ['low', 'medium', 'high', 'xhigh', 'max'],
      description: 'How much it should think. Only if the user asked for this.',
    },
    run_in_background: {
      type: 'boolean',
      description: 'Default true: you are notified when it ends. false: wait for its report.',
    },
    name: { type: 'string', description: 'A name for SendMessage. Default: its type.' },
    isolation: { type: 'string', description: 'worktree: run in its own git worktree.' },
    mode: { type: 'string', readOnly: true, description: 'Ignored.' },
    team_name: { type: 'string', readOnly: true, description: 'Ignored.' },
  },
  required: ['description', 'prompt'],
  additionalProperties: false,
};

const DESCRIPTION = `Starts an agent with its own conversation, gives it a task, and returns its report.

- Use it for work that would fill your context (a broad search, a review of many files) or that can run in parallel with yours. Do simple look-ups yourself.
- The agent sees your prompt and the project's instructions, not this conversation. Say what to do, what to look at, and what to report; say whether it may change files.
- It runs in the background by default: continue with other work, and you are notified when it ends. Never guess its result, and don't poll. Pass run_in_background: false if you can't continue without its report.
- Several calls in one message run in parallel. If agents change files, give each of them different files.
- Its report is not shown to the user: tell them what matters. Treat it as the agent's claim, and check what is important.
- SendMessage continues with an agent that has ended, which remembers its work.`;

/** The `Agent` tool: gives a task to another agent. */
export function createAgentTool(port: Pick<SubAgentPort, 'whyAsk' | 'spawn'>) {
  return defineTool<typeof inputSchema, AgentToolOutput, unknown, AgentProgress>({
    name: 'Agent',
    aliases: ['Task'],
    description: DESCRIPTION,
    searchHint: 'sub-agent: delegate a task, work in parallel',
    inputSchema,
    claims: () => 'independent',
    // Every call that the agent makes is decided on its own.
    actions: ({ subagent_type: name = DEFAULT_AGENT }) => ({ actions: [{ type: 'named', name }] }),
    isDestructive: () => false,
    maxResultSizeChars: Infinity,
    suggestRules: ({ subagent_type = DEFAULT_AGENT }) => [`Agent(${subagent_type})`],
    checkPermissions(_, call) {
      const why = port.whyAsk(call);
      return why === undefined ? { behavior: 'allow' } : { behavior: 'ask', message: why };
    },
    async call(input, context): Promise<ToolResult<AgentToolOutput>> {
      const spawned = await port.spawn(
        {
          description: input.description,
          prompt: input.prompt,
          type: input.subagent_type,
          model: input.model,
          effort: input.effort,
          isBackground: input.run_in_background,
          name: input.name,
          isolation: input.isolation,
        },
        {
          callId: context.callId,
          messageId: context.messageId,
          agentId: context.agent?.id,
          signal: context.signal,
          idle: (wait) => context.idle(wait),
          progress: (progress) => context.progress(progress),
        },
      );
      if (spawned.status === 'refused') return fail(spawned.code, spawned.message);
      const data = agentToolOutput(spawned, input);
      if (spawned.status === 'launched' || spawned.report.outcome === 'completed') return { data };
      const code = spawned.report.outcome === 'failed' ? 'agent-failed' : 'agent-stopped';
      return { data, failure: { code, message: endedText(spawned.report) } };
    },
    toModel: ({ text }) => text,
    toClient: ({ client }) => client,
    summarize: ({ description, subagent_type = DEFAULT_AGENT }) => `${subagent_type}: ${description}`,
  });
}
