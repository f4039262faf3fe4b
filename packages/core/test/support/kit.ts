import { z } from 'zod';
import {
  bypassPolicy,
  createFakeClock,
  createMemoryFiles,
  createMemoryJournal,
  createMemoryStore,
  createPermissionState,
  createRuntime,
  defineTool,
  type AnyTool,
  type CallStatus,
  type CheckImage,
  type FakeClock,
  type FeedItem,
  type Journal,
  type MemoryFiles,
  type MemoryJournal,
  type MemoryStore,
  type PermissionState,
  type PermissionPolicy,
  type PermissionRule,
  type Run,
  type RunEvent,
  type RunEventType,
  type Runtime,
  type RuntimeOptions,
  type SchemaValidator,
  type ToolDefinition,
  type ToolPool,
} from '../../src/index.ts';
import { quiet } from './drive.ts';

const anything = z.looseObject({});

/** A tool that takes any object and answers at once, but for what the test declares. */
export function toolOf(
  name: string,
  declaration: Partial<ToolDefinition<typeof anything, unknown>> = {},
): AnyTool {
  return defineTool({
    name,
    description: name,
    inputSchema: anything,
    call: async () => ({ data: `${name} done` }),
    ...declaration,
  });
}

/** Reads nothing, runs beside everything. */
export const FREE = { isReadOnly: true, isConcurrencySafe: true, claims: () => [] } as const;

export interface Gate {
  open(): void;
  readonly passed: Promise<void>;
  readonly isOpen: boolean;
}

export function createGate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isOpen = false;
  return {
    passed: promise,
    get isOpen() {
      return isOpen;
    },
    open() {
      isOpen = true;
      resolve();
    },
  };
}

/** Resolves when the signal says so. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

export interface Kit {
  readonly clock: FakeClock;
  readonly files: MemoryFiles;
  readonly store: MemoryStore;
  readonly journal: MemoryJournal;
  readonly permission: PermissionState;
  readonly runtime: Runtime;
}

export type KitOptions = Partial<Omit<RuntimeOptions, 'ports' | 'permission' | 'tools'>> & {
  /** Takes the place of the tools. */
  readonly pool?: ToolPool;
  readonly policy?: PermissionPolicy;
  readonly asker?: NonNullable<RuntimeOptions['permission']['asker']>;
  readonly classifier?: NonNullable<RuntimeOptions['permission']['classifier']>;
  readonly rules?: readonly PermissionRule[];
  readonly onPermissionUpdate?: NonNullable<RuntimeOptions['permission']['onUpdate']>;
  readonly journal?: Journal;
  readonly memoryJournal?: MemoryJournal;
  readonly store?: MemoryStore;
  readonly files?: MemoryFiles;
  readonly validator?: SchemaValidator;
  readonly checkImage?: CheckImage;
};

/** A runtime in `/d`, all in memory, with everything that a test may want to look at. */
export function createKit(tools: readonly AnyTool[], options: KitOptions = {}): Kit {
  const {
    pool,
    policy = bypassPolicy,
    asker,
    classifier,
    rules = [],
    onPermissionUpdate: onUpdate,
    memoryJournal = createMemoryJournal(),
    journal = memoryJournal,
    store = createMemoryStore(),
    files = createMemoryFiles(),
    validator,
    checkImage,
    ...rest
  } = options;
  const clock = createFakeClock();
  const permission = createPermissionState({ mode: 'default', workingDirectories: ['/d'], rules });
  const runtime = createRuntime({
    tools: pool ?? tools,
    cwd: '/d',
    ...rest,
    permission: {
      policy,
      state: permission,
      ...(onUpdate === undefined ? {} : { onUpdate }),
      ...(asker === undefined ? {} : { asker }),
      ...(classifier === undefined ? {} : { classifier }),
    },
    ports: {
      clock,
      files,
      store,
      journal,
      ...(validator === undefined ? {} : { validator }),
      ...(checkImage === undefined ? {} : { checkImage }),
    },
  });
  return { clock, files, store, journal: memoryJournal, permission, runtime };
}

export function call(id: string, name: string, value: unknown = {}): FeedItem {
  return { type: 'call', id, name, input: value };
}

export function end(stopReason = 'tool_use'): FeedItem {
  return { type: 'message-end', stopReason, lastBlockIsCall: true };
}

/** A feed that delivers what the test puts in, when it does. */
export interface Feed {
  readonly items: AsyncIterable<FeedItem>;
  put(...items: FeedItem[]): void;
  end(): void;
  fail(error: unknown): void;
}

export function createFeed(): Feed {
  const waiting: FeedItem[] = [];
  let wake: (() => void) | undefined;
  let ended: { readonly error?: unknown } | undefined;
  const poke = (): void => {
    wake?.();
    wake = undefined;
  };
  async function* deliver(): AsyncGenerator<FeedItem> {
    for (;;) {
      const item = waiting.shift();
      if (item !== undefined) yield item;
      else if (ended !== undefined) {
        if ('error' in ended) throw ended.error;
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }
  return {
    items: deliver(),
    put(...items) {
      waiting.push(...items);
      poke();
    },
    end() {
      ended = {};
      poke();
    },
    fail(error) {
      ended = { error };
      poke();
    },
  };
}

/** The events of a run as they come; reading goes on in the background. */
export interface Reading {
  readonly events: readonly RunEvent[];
  readonly isDone: boolean;
  readonly failure: unknown;
}

export function collect(run: Run): Reading {
  const events: RunEvent[] = [];
  const reading = { events, isDone: false, failure: undefined as unknown };
  void (async () => {
    try {
      for await (const event of run) events.push(event);
    } catch (error) {
      reading.failure = error;
    }
    reading.isDone = true;
  })();
  return reading;
}

/** Moves time on, timer by timer, until the run has ended; the clock stands still while there is work without a timer. */
export async function toEnd(reading: Reading, clock: FakeClock): Promise<readonly RunEvent[]> {
  for (let tick = 0; tick < MAX_TICKS; tick += 1) {
    await quiet();
    if (reading.isDone) {
      if (reading.failure !== undefined) throw reading.failure;
      return reading.events;
    }
    if (clock.untilNext === undefined) await otherThreads();
    else clock.advance(clock.untilNext);
  }
  throw new Error(`The run does not end. It said: ${JSON.stringify(reading.events.map(brief))}`);
}

const MAX_TICKS = 2000;

/** Lets work on other threads, such as hashing, come back. */
function otherThreads(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1);
  });
}

/** Runs to the end, whatever time it takes. */
export function runAll(
  { runtime, clock }: Kit,
  feed: Parameters<Runtime['run']>[0],
): Promise<readonly RunEvent[]> {
  return toEnd(collect(runtime.run(feed)), clock);
}

function brief(event: RunEvent): string {
  if (event.type === 'call-state') return `${event.callId} ${event.status}`;
  return 'callId' in event ? `${event.callId} ${event.type}` : event.type;
}

type Of<Type extends RunEventType> = Extract<RunEvent, { type: Type }>;

export function ofType<Type extends RunEventType>(events: readonly RunEvent[], type: Type): Of<Type>[] {
  return events.filter((event): event is Of<Type> => event.type === type);
}

/** The one result of a call. */
export function resultOf(events: readonly RunEvent[], callId: string): Of<'tool-result'> {
  const results = ofType(events, 'tool-result').filter((event) => event.callId === callId);
  const [first] = results;
  if (first === undefined || results.length > 1) {
    throw new Error(`${callId} has ${results.length} results.`);
  }
  return first;
}

/** The text of a call's result. */
export function textOfResult(events: readonly RunEvent[], callId: string): string {
  const { content } = resultOf(events, callId).result;
  return typeof content === 'string' ? content : JSON.stringify(content);
}

/** Outcome codes by call, in the order of their release. */
export function outcomes(events: readonly RunEvent[]): Record<string, string> {
  return Object.fromEntries(
    ofType(events, 'tool-result').map(({ callId, outcome }) => [
      callId,
      outcome.code === 'cancelled' ? `cancelled ${outcome.reason.kind}` : outcome.code,
    ]),
  );
}

/** The statuses that a call went through. */
export function statuses(events: readonly RunEvent[], callId: string): CallStatus[] {
  return ofType(events, 'call-state')
    .filter((event) => event.callId === callId)
    .map(({ status }) => status);
}
