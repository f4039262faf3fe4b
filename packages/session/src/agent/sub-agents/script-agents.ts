import { randomUUID } from 'node:crypto';
import { present } from '@sluice/base';
import { contentText, createAgentTool, type SpawnCall, type Spawned, type SpawnRequest } from '@sluice/agent';
import { assemblePool, type Hook, type JsonObject, type Runtime } from '@sluice/core';

interface ScriptAgentsOptions {
  readonly main: () => Pick<Runtime, 'fork'>;
  /** Those of the session. */
  readonly hooks: () => readonly Hook[];
  readonly spawn: (request: SpawnRequest, call: SpawnCall) => Promise<Spawned>;
}

interface Pending {
  readonly request: SpawnRequest;
  readonly call: SpawnCall;
  spawned: Spawned | undefined;
}

/** What its calls are to hooks: those of an agent with this id and type. */
const SCRIPT = 'workflow';

/**
 * Opens the agents of scripts. Each is a call of the Agent tool to hooks, rules and the person, as if a model had made it; only the
 * question after many agents is left out, since a workflow is asked about as a whole. Nothing of it is in the conversation.
 */
export class ScriptAgents {
  readonly #options: ScriptAgentsOptions;
  readonly #pending = new Map<string, Pending>();
  #runtime: Runtime | undefined;

  constructor(options: ScriptAgentsOptions) {
    this.#options = options;
  }

  async spawn(request: SpawnRequest, call: SpawnCall): Promise<Spawned> {
    this.#runtime ??= this.#open();
    const id = `${SCRIPT}_${randomUUID()}`;
    const pending: Pending = { request, call, spawned: undefined };
    this.#pending.set(id, pending);
    try {
      const message = this.#runtime.openMessage({ id, signal: call.signal });
      message.add({ id, name: 'Agent', input: inputOf(request) });
      const { results } = await message.end();
      if (pending.spawned !== undefined) return pending.spawned;
      const [result] = results;
      const why = result === undefined ? 'It was stopped.' : contentText(result.content);
      return { status: 'refused', code: 'denied', message: why };
    } finally {
      this.#pending.delete(id);
    }
  }

  #open(): Runtime {
    const { main, hooks } = this.#options;
    const tool = createAgentTool({
      whyAsk: () => undefined,
      spawn: (request, call) => this.#spawnNow(request, call),
    });
    return main().fork({
      agent: { id: SCRIPT, type: SCRIPT, parentCallId: undefined },
      tools: assemblePool({ builtIn: [tool] }),
      hooks,
    });
  }

  /** The call is allowed; a hook may have changed its input. */
  async #spawnNow(request: SpawnRequest, { callId, signal, idle }: SpawnCall): Promise<Spawned> {
    const pending = this.#pending.get(callId);
    if (pending === undefined) throw new Error('No script makes this call.');
    const { description, prompt, type, model, isolation } = request;
    pending.spawned = await this.#options.spawn(
      { ...pending.request, description, prompt, type, model, isolation },
      { ...pending.call, signal, idle },
    );
    return pending.spawned;
  }
}

function inputOf({ description, prompt, type, model, isolation }: SpawnRequest): JsonObject {
  return {
    ...{ description, prompt, run_in_background: false },
    ...present({ subagent_type: type, model, isolation }),
  };
}
