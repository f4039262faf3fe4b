import {
  createMemoryFiles,
  createPermissionState,
  createPolicy,
  defineTool,
  readNamed,
  type AnyTool,
  type CallContext,
  type Hook,
  type Journal,
  type PermissionPolicy,
  type PermissionRule,
  type Runtime,
  type StandardSchema,
} from '@sluice/core';
import { openJournal } from '@sluice/host';
import { z } from 'zod';
import { createBenchRuntime } from '../support/bench-runtime.ts';
import { shortfall } from '../support/counts.ts';
import { interleave } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Row, RowOptions } from '../support/table/row.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const BATCH = 1000;
const CWD = '/bench';

const lookSchema = z.strictObject({
  path: z.string().min(1),
  from: z.number().int().min(0).optional(),
  limit: z.number().int().positive(),
  isExact: z.boolean(),
});
type Look = z.output<typeof lookSchema>;

function createCounts() {
  return {
    'look-up': 0,
    schema: 0,
    'checks against the world': 0,
    'hooks before': 0,
    permission: 0,
    work: 0,
    'mapping for the model': 0,
    'hooks after': 0,
    bounding: 0,
    progress: 0,
    results: 0,
  };
}
type StageCounts = ReturnType<typeof createCounts>;

/** What the engine costs a call that does nothing itself, beside a bare loop that awaits the tool. */
export const overheadRow: Row = {
  name: 'overhead',
  about: 'time that the engine adds to a call: all nine stages; with hooks besides',
  async measure(options) {
    const inMemory = await measureOverhead('in memory', { atMost: 8 }, options);
    const hooked = await measureOverhead(
      'in memory, a hook before and one after',
      { atMost: 16, hasHooks: true },
      options,
    );
    using directory = temporaryDirectory();
    const opened = openJournal({ directory: directory.path });
    if (!opened.ok) return [inMemory, hooked, failed('overhead, journal file', opened.message)];
    const journaled = await measureOverhead('journal file', { atMost: 15, journal: opened.journal }, options);
    opened.journal.close();
    return [inMemory, journaled, hooked];
  },
};

async function measureOverhead(
  where: string,
  {
    atMost,
    journal,
    hasHooks = false,
  }: { readonly atMost: number; readonly journal?: Journal; readonly hasHooks?: boolean },
  { isQuick }: RowOptions,
): Promise<Line> {
  const name = `overhead of a call, ${where}`;
  const counts = createCounts();
  const tool = lookTool(counts);
  const permission = createPermissionState({
    mode: 'default',
    workingDirectories: [CWD],
    rules: TWENTY_RULES,
  });
  const runtime = createBenchRuntime({
    tools: countingPool(tool, counts),
    cwd: CWD,
    permission: { policy: countingPolicy(counts), state: permission },
    hooks: hasHooks ? countingHooks(counts) : [],
    ...(journal === undefined ? {} : { ports: { journal } }),
  });
  const context = bareContext(runtime, permission.current());
  const batches = isQuick ? 2 : 20;
  const perCall = async (batch: () => Promise<void>): Promise<number> => {
    const startedAt = performance.now();
    for (let done = 0; done < batches; done += 1) await batch();
    return ((performance.now() - startedAt) * 1000) / (batches * BATCH);
  };
  const ours = (): Promise<number> => perCall(() => runBatch(runtime, counts));
  const bare = (): Promise<number> => perCall(() => bareLoop(tool, context));

  await interleave(2, ours, bare);
  Object.assign(counts, createCounts());
  const runs = isQuick ? 3 : 15;
  let counted = createCounts();
  const measured = await interleave(
    runs,
    async () => {
      const time = await ours();
      counted = { ...counts };
      return time;
    },
    async () => {
      const time = await bare();
      // The bare loop uses the same tool: what it counted is discarded.
      Object.assign(counts, counted);
      return time;
    },
  );
  const { 'hooks before': _before, 'hooks after': _after, ...withoutHooks } = counted;
  const missing = shortfall(hasHooks ? counted : withoutHooks, runs * batches * BATCH);
  if (missing !== undefined) return failed(name, missing);
  return { status: 'measured', name, unit: 'µs', ...measured, target: { kind: 'difference', atMost } };
}

/** The calls come from a model: making them is not work of the engine. */
const CALLS = Array.from({ length: BATCH }, (_, index) => ({
  id: `call-${index}`,
  name: 'Look',
  input: inputOf(index),
}));

/** One message of calls and its one subscriber, who reads every event. */
async function runBatch(runtime: Runtime, counts: StageCounts): Promise<void> {
  for await (const event of runtime.run(CALLS)) {
    if (event.type === 'progress') counts.progress += 1;
    if (event.type === 'tool-result' && event.outcome.code === 'ok') counts.results += 1;
  }
}

async function bareLoop(tool: AnyTool, context: CallContext): Promise<void> {
  for (const { input } of CALLS) await tool.call(input, context);
}

function inputOf(index: number): Look {
  return { path: `src/file-${index}.ts`, from: index, limit: 20, isExact: true };
}

function lookTool(counts: StageCounts): AnyTool {
  const { validate, ...standard } = lookSchema['~standard'];
  const inputSchema: StandardSchema<Look> = {
    '~standard': {
      ...standard,
      validate(value) {
        counts.schema += 1;
        return validate(value);
      },
    },
  };
  return defineTool({
    name: 'Look',
    description: 'looks, and sees at once',
    inputSchema,
    isReadOnly: true,
    isConcurrencySafe: true,
    claims: () => [readNamed('view')],
    maxResultSizeChars() {
      counts.bounding += 1;
      return 10_000;
    },
    validateInput() {
      counts['checks against the world'] += 1;
      return { ok: true };
    },
    async call({ path, limit }, { progress }) {
      counts.work += 1;
      progress(limit);
      return { data: path };
    },
    toModel(data) {
      counts['mapping for the model'] += 1;
      return data;
    },
  });
}

function countingPool(tool: AnyTool, counts: StageCounts): Runtime['pool'] {
  return {
    tools: [tool],
    find(name) {
      counts['look-up'] += 1;
      return name === tool.name ? tool : undefined;
    },
    near: () => [],
    leftOut: [],
    version: 1,
    whyGone: () => undefined,
    isForeign: () => false,
    update() {},
    updateAll() {},
    onChange: () => () => {},
  };
}

function countingHooks(counts: StageCounts): readonly Hook[] {
  return [
    {
      name: 'before',
      event: 'PreToolUse',
      run() {
        counts['hooks before'] += 1;
        return undefined;
      },
    },
    {
      name: 'after',
      event: 'PostToolUse',
      effects: 'none',
      run() {
        counts['hooks after'] += 1;
        return undefined;
      },
    },
  ];
}

/** The rule engine with twenty rules: half of them about this tool and its path, none of which matches. */
function countingPolicy(counts: StageCounts): PermissionPolicy {
  const policy = createPolicy({ files: createMemoryFiles(), remedy: '', knownTools: () => ['Look'] });
  return {
    ...policy,
    decide(query, snapshot) {
      counts.permission += 1;
      return policy.decide(query, snapshot);
    },
  };
}

const TWENTY_RULES = Array.from({ length: 20 }, (_, index): PermissionRule => ({
  behavior: 'deny',
  text: index % 2 === 0 ? `Look(path:private-${index}/*)` : `Other${index}`,
  source: 'project',
  root: CWD,
}));

function bareContext({ session, ledger }: Runtime, permission: CallContext['permission']): CallContext {
  const unused = (): never => {
    throw new Error('The bare loop has no engine.');
  };
  return {
    callId: 'call',
    messageId: 'message',
    parentCallId: undefined,
    depth: 0,
    agentChain: [],
    cwd: session.cwd,
    session,
    ledger,
    permission,
    signal: new AbortController().signal,
    extension: undefined,
    progress: () => {},
    invoke: unused,
    captureFile: unused,
    idle: (wait) => wait,
    keepPreImage: unused,
    parentMessageId: undefined,
    messages: [],
    root: { current: () => session, update: unused },
    decide: unused,
    inProgress: unused,
  };
}
