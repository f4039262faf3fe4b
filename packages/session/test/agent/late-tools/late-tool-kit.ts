import {
  createAgent,
  createBodyKeeper,
  createConversation,
  createLateTools,
  createWireFormat,
  readConversation,
  readLateTools,
  type AgentEvent,
  type LateToolsOptions,
  type ModelFormat,
} from '@sluice/agent';
import {
  assemblePool,
  bypassPolicy,
  createMemoryFiles,
  createMemoryJournal,
  createMemoryStore,
  createPermissionState,
  createRuntime,
  defineTool,
  readSession,
  systemClock,
  type AnyTool,
  type Asker,
  type JsonObject,
  type LateToolForm,
  type ModelEvent,
  type ModelProvider,
  type PermissionPolicy,
  type ToolSources,
} from '@sluice/core';
import { createAjvValidator } from '@sluice/host';
import { createToolSearchTool, createUseTool } from '@sluice/tools';

/** A call that the scripted model makes; the name and input of the tool that it is after. */
export interface ScriptedCall {
  readonly name: string;
  readonly input: JsonObject;
}

/** What the model does with each request, in order: calls, or (none) the end of its turn; or a refusal of the server. */
export type Script = readonly (readonly ScriptedCall[] | 'refuse')[];

export interface LateKitOptions {
  readonly api: ModelFormat;
  readonly form: LateToolForm;
  readonly tools?: readonly AnyTool[];
  readonly late?: Partial<Pick<LateToolsOptions, 'loading' | 'threshold'>>;
  readonly denied?: (tool: AnyTool) => boolean;
  readonly sources?: ToolSources;
  readonly policy?: PermissionPolicy;
  readonly asker?: Asker;
  readonly contextWindow?: number;
  /** A session that goes on. */
  readonly before?: {
    readonly journal: ReturnType<typeof createMemoryJournal>;
    readonly store: ReturnType<typeof createMemoryStore>;
  };
}

/** An agent whose model is scripted, and whose requests are made by the real format of an API. */
export async function lateKit({
  api,
  form,
  tools = [],
  late = {},
  denied = () => false,
  sources,
  policy = bypassPolicy,
  asker,
  contextWindow = 200_000,
  before,
}: LateKitOptions) {
  const journal = before?.journal ?? createMemoryJournal();
  const store = before?.store ?? createMemoryStore();
  const pool = assemblePool({
    builtIn: [
      READ,
      createToolSearchTool({ pool: () => pool, isDenied: denied, sources: () => sources }),
      createUseTool(),
    ],
    foreign: tools,
  });
  const bodies: JsonObject[] = [];
  const script: Script[number][] = [];
  let lateTools = form;
  let wire = createWireFormat(api, form);
  let keeper = createBodyKeeper(wire);
  let callCount = journal.entries.length;
  const provider: ModelProvider = {
    api,
    model: 'test/model',
    contextWindow,
    maxOutputTokens: 8000,
    isRecording: false,
    get lateTools() {
      return lateTools;
    },
    async *send(request): AsyncGenerator<ModelEvent> {
      const { buffers } = keeper.body(request, { model: 'm', maxOutputTokens: 8000 });
      const body: JsonObject = JSON.parse(Buffer.concat(buffers).toString());
      bodies.push(body);
      const calls = script.shift() ?? [];
      if (calls === 'refuse') {
        lateTools = lateTools === 'inline' ? 'reference' : 'none';
        wire = createWireFormat(api, lateTools);
        keeper = createBodyKeeper(wire);
        const message = 'tools.1.defer_loading: Extra inputs are not permitted';
        yield { type: 'failed', failure: { kind: 'invalid-request', message, isRetryable: false } };
        return;
      }
      yield { type: 'message-start', id: undefined, model: undefined, usage: NO_USAGE };
      for (const [index, { name, input }] of calls.entries()) {
        callCount += 1;
        const id = `call_${callCount}`;
        const block = { type: 'tool_use', id, name, input } as const;
        yield { type: 'block-start', index, block };
        yield {
          type: 'block-stop',
          index,
          block,
          call: { type: 'call', id, name, input },
        };
      }
      if (calls.length === 0) {
        const block = { type: 'text', text: 'Done.' } as const;
        yield { type: 'block-start', index: 0, block };
        yield { type: 'block-stop', index: 0, block, call: undefined };
      }
      const stopReason = calls.length === 0 ? 'end_turn' : 'tool_use';
      yield { type: 'message-end', stopReason, usage: NO_USAGE };
    },
    close() {},
  };
  const state = createPermissionState({ mode: 'default' });
  const runtime = createRuntime({
    cwd: '/d',
    tools: pool,
    loadHint: (name) => lateness.loadHint(name),
    extension: { isAddedTool: (name: string) => lateness.isAdded(name) },
    permission: { policy, state, ...(asker !== undefined && { asker }) },
    ports: {
      clock: systemClock,
      files: createMemoryFiles(),
      store,
      journal,
      validator: createAjvValidator(),
    },
    ...(before !== undefined && { resume: readSession(journal.entries) }),
  });
  const resumed = before && (await readConversation(journal.entries, store));
  const conversation = createConversation({
    journal,
    store,
    clock: systemClock,
    ...(resumed !== undefined && { resumed }),
  });
  const journaled = await readLateTools(journal.entries, store);
  runtime.loadedTools.restore(journaled.loaded);
  const lateness = createLateTools({
    pool,
    loaded: runtime.loadedTools,
    provider,
    messages: () => conversation.messages,
    isDenied: denied,
    permission: () => state.current(),
    ...late,
    told: journaled.told,
    declared: journaled.declared,
    keepReported: (names) =>
      void journal.append({
        v: 1,
        time: 0,
        type: 'tools-listed',
        names: { text: JSON.stringify(names) },
      }),
  });
  const agent = createAgent({
    runtime,
    provider,
    conversation,
    clock: systemClock,
    system: ['Be brief.'],
    tools: () => lateness.tools(),
    lateTools: lateness,
  });

  /** One prompt; the model answers its requests as told, then ends its turn. Returns what happened. */
  async function turn(text: string, ...answers: Script): Promise<readonly AgentEvent[]> {
    script.push(...answers);
    return toEnd(agent.run({ content: [{ type: 'text', text }] }));
  }

  async function compact(): Promise<void> {
    await toEnd(agent.compact());
  }

  return { pool, runtime, conversation, lateness, journal, store, script, bodies, turn, compact };
}

async function toEnd(events: AsyncIterable<AgentEvent>): Promise<readonly AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const NO_USAGE = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };

const READ = defineTool({
  name: 'Read',
  description: 'Reads.',
  inputSchema: { type: 'object' },
  call: async () => ({ data: 'read' }),
});

/** A deferred tool that says its name and input. */
export function deferred(name: string, description = `Does ${name}.`, more: Partial<AnyTool> = {}): AnyTool {
  return {
    ...defineTool({
      name,
      description,
      isDeferred: true,
      inputSchema: {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
        additionalProperties: false,
      },
      call: async (input) => ({ data: `${name} ${JSON.stringify(input)}` }),
    }),
    ...more,
  };
}

/** Texts of the results of calls, in order. */
export function resultTexts(events: readonly AgentEvent[]): readonly string[] {
  return events.flatMap((event) =>
    event.type !== 'results'
      ? []
      : event.results.map(({ content }) =>
          typeof content === 'string'
            ? content
            : content.map((block) => (block.type === 'text' ? block.text : JSON.stringify(block))).join('\n'),
        ),
  );
}
