import type { Call } from '../engine/call.ts';
import { declaredClaims } from '../call/declared-claims.ts';
import { isTrue } from '../tool/predicates.ts';
import type { Outcome } from '../data/outcome.ts';
import { outcomeForModel } from '../outcome/outcome-text.ts';
import { createMemoryStore } from '../ports/memory/memory-store.ts';
import { assemblePool } from '../pool/assemble-pool.ts';
import { demandsConflict } from '../schedule/demands.ts';
import type { Claims } from '../data/claims.ts';
import type { AnyTool } from '../tool/tool.ts';
import { AgentFamily } from '../engine/agent-family.ts';
import { createEngine } from './create-engine.ts';
import { createCallScheduler } from './create-group.ts';
import type { Engine } from '../engine/engine.ts';
import type { FeedItem } from '../data/feed.ts';
import type { RuntimeOptions } from '../engine/options.ts';
import { startRun } from './run.ts';
import { batch, type ToolCall } from './batch.ts';

/** What would happen to one call. */
export type PlannedCall = { readonly callId: string; readonly name: string } & (
  | {
      readonly runs: true;
      readonly isConcurrencySafe: boolean;
      readonly isReadOnly: boolean;
      /** As the tool declares them; undefined if it declares none. */
      readonly claims: Claims | undefined;
      /** Calls of one wave start together, if every call takes equally long. Starting at 1, within the message. */
      readonly wave: number;
      /** Earlier calls that it waits for because they conflict, without those that these wait for themselves. */
      readonly waitsFor: readonly string[];
    }
  | { readonly runs: false; readonly outcome: Exclude<Outcome, { code: 'ok' }>; readonly reason: string }
);

export interface PlannedMessage {
  readonly calls: readonly PlannedCall[];
  /** What could not be used in the message: a call without an id, or with a repeated one. */
  readonly errors: readonly string[];
}

/**
 * Plans without running anything: lookup, validation and the decision as in a run (including the tools' own checks), then the real
 * scheduler with tools that end at once. `validateInput` and hooks are not called; what needs a person is treated as allowed if there is one
 * to ask.
 */
export async function planBatches(
  options: RuntimeOptions,
  feed: readonly ToolCall[] | AsyncIterable<FeedItem>,
): Promise<readonly PlannedMessage[]> {
  const waves = createWaves();
  const planning: RuntimeOptions = {
    ...planningOptions(options),
    tools: assemblePool({ builtIn: poolTools(options.tools).map((tool) => planningTool(tool, waves)) }),
  };
  const engine = createEngine(planning, new AgentFamily());
  let count = 0;
  const context = {
    engine,
    scheduler: createCallScheduler(engine),
    nextMessageId: () => `message-${(count += 1)}`,
  };
  const run = startRun(context, 'length' in feed ? batch(feed) : feed);
  const messages: PlannedMessage[] = [];
  let current: PlannedCall[] = [];
  let errors: string[] = [];
  const end = (): void => {
    if (current.length + errors.length > 0) messages.push({ calls: current, errors });
    current = [];
    errors = [];
  };
  waves.begin(engine);
  for await (const event of run) {
    if (event.type === 'tool-result') {
      const { outcome, callId, toolName: name } = event;
      const started = waves.started.get(callId);
      if (started !== undefined) current.push({ callId, name, runs: true, ...started });
      else if (outcome.code !== 'ok') {
        current.push({ callId, name, runs: false, outcome, reason: outcomeForModel(outcome, name) });
      }
    } else if (event.type === 'error') errors.push(event.message);
    else if (event.type === 'message') {
      end();
      waves.nextMessage();
    }
  }
  end();
  waves.end();
  return messages;
}

type Started = Omit<Extract<PlannedCall, { runs: true }>, 'callId' | 'name' | 'runs'>;

/** Holds all tools that have started until nothing more can start, then lets them end together. */
interface Waves {
  readonly started: ReadonlyMap<string, Started>;
  begin(engine: Engine): void;
  /** Resolves when the wave of the call is over. */
  join(callId: string): Promise<void>;
  nextMessage(): void;
  end(): void;
}

function createWaves(): Waves {
  const started = new Map<string, Started>();
  let calls: Call[] = [];
  let waiting: (() => void)[] = [];
  let joined: string[] = [];
  let wave = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let engine: Engine | undefined;

  // A macrotask without a new start: everything that can start has started.
  const close = (): void => {
    wave += 1;
    for (const call of engine?.schedule.running ?? []) {
      if (!joined.includes(call.id)) continue;
      started.set(call.id, describe(call, wave, calls, engine?.session.cwd ?? '/'));
      calls.push(call);
    }
    joined = [];
    for (const resolve of waiting.splice(0)) resolve();
  };

  return {
    started,
    begin(given) {
      engine = given;
    },
    join(callId) {
      joined.push(callId);
      clearTimeout(timer);
      timer = setTimeout(close, 0);
      return new Promise((resolve) => waiting.push(resolve));
    },
    nextMessage() {
      calls = [];
      wave = 0;
      started.clear();
    },
    end: () => clearTimeout(timer),
  };
}

function describe(call: Call, wave: number, earlier: readonly Call[], cwd: string): Started {
  const { tool, input, demands } = call;
  const conflicting = earlier.filter(
    (other) =>
      other.order < call.order &&
      demands !== undefined &&
      other.demands !== undefined &&
      demandsConflict(other.demands, demands),
  );
  const implied = (other: Call): boolean =>
    conflicting.some(
      (between) =>
        between.order > other.order &&
        between.demands !== undefined &&
        other.demands !== undefined &&
        demandsConflict(between.demands, other.demands),
    );
  return {
    isConcurrencySafe: tool !== undefined && isTrue(() => tool.isConcurrencySafe(input, { cwd })),
    isReadOnly: !call.hasEffects,
    claims: declaredClaims(call, cwd),
    wave,
    waitsFor: conflicting.filter((other) => !implied(other)).map((other) => other.id),
  };
}

function poolTools(tools: RuntimeOptions['tools']): readonly AnyTool[] {
  return 'tools' in tools ? tools.tools.filter(({ name }) => tools.find(name) !== undefined) : tools;
}

function planningTool(tool: AnyTool, waves: Waves): AnyTool {
  const { validateInput: _world, timeoutMs: _limit, ...declared } = tool;
  return {
    ...declared,
    async call(_input, { callId }) {
      await waves.join(callId);
      return { data: 'planned' };
    },
    toModel: () => 'planned',
  };
}

function planningOptions({
  ports,
  hooks: _hooks,
  resume: _resume,
  questions: _questions,
  attachments: _attachments,
  stopWanted: _stopWanted,
  permission,
  ...rest
}: RuntimeOptions): RuntimeOptions {
  const { clock, files, validator } = ports;
  const asker = permission.asker === undefined ? {} : { asker: { ...yes } };
  return {
    ...rest,
    permission: { policy: permission.policy, state: permission.state, ...asker },
    ports: { clock, files, store: createMemoryStore(), validator },
  };
}

const yes: NonNullable<RuntimeOptions['permission']['asker']> = {
  push: (_request, answer) => answer({ behavior: 'allow' }),
  remove: () => {},
  update: () => {},
};
