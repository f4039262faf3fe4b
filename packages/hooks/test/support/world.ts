import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  bypassPolicy,
  createMemoryFiles,
  createMemoryStore,
  createPermissionState,
  createRuntime,
  defineTool,
  fail,
  systemClock,
  type Hook,
  type JsonObject,
  type Outcome,
  type RunEvent,
} from '@sluice/core';
import { createProcessSession, type ProcessSession } from '@sluice/process';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { commandHooks, type CommandHooks, type HookSessionContext } from '../../src/index.ts';
import { loadSettings, problemText } from '../../../settings/src/index.ts';
import { makeScratch, type Scratch } from '../../../settings/test/scratch.ts';

/** A place with settings files of its own, and real processes. */
export interface World extends Scratch {
  readonly processes: ProcessSession;
  /** Writes a program that can be run, and gives its absolute path. */
  script(name: string, text: string): string;
  /** The hooks of the files that were written, and what is wrong with them. */
  load(
    more?: Partial<HookSessionContext>,
  ): Omit<CommandHooks, 'problems'> & { readonly problems: readonly string[] };
  /** Makes one call of a tool with these hooks. */
  call(more?: CallOptions): Promise<Told>;
}

export interface CallOptions {
  readonly tool?: string;
  readonly input?: JsonObject;
  readonly sessionContext?: Partial<HookSessionContext>;
  readonly hooks?: readonly Hook[];
  /** The call is made by another tool, that many levels down from the message. */
  readonly depth?: number;
}

/** What came of a call, as a program is told it. */
export interface Told {
  readonly outcome: Outcome;
  readonly content: unknown;
  readonly context: readonly string[];
  readonly stop: string | undefined;
  readonly notices: readonly string[];
  /** The inputs that the tool was run with. */
  readonly ran: readonly unknown[];
  /** For the person's terminal. */
  readonly sequences: readonly string[];
  /** For whoever judges later calls. */
  readonly classifier: readonly string[] | undefined;
  /** Of hooks, as they came. */
  readonly hooks: readonly Extract<RunEvent, { readonly type: 'hook' }>[];
}

export function makeWorld(): World {
  const scratch = makeScratch();
  const processes = createProcessSession();
  onTestFinished(async () => {
    await processes.dispose();
    scratch.dispose();
  });
  const load: World['load'] = (more) => {
    const loaded = loadSettings(scratch.options);
    const { problems, ...rest } = commandHooks(loaded, {
      processes,
      env: process.env,
      sessionId: () => 'the-session',
      transcriptPath: () => '/transcript.jsonl',
      permissionMode: () => 'default',
      knownTools: ['Probe', 'Bash', 'Edit', 'Write'],
      ruleMatcher: () => () => true,
      keepText: async () => undefined,
      ...more,
    });
    return { ...rest, problems: problems.map(problemText) };
  };
  return {
    ...scratch,
    processes,
    load,
    script(name, text) {
      const path = join(scratch.path, name);
      writeFileSync(path, text);
      chmodSync(path, 0o755);
      return path;
    },
    call: ({ tool = 'Probe', input = {}, sessionContext, hooks = load(sessionContext).hooks, depth } = {}) =>
      callOnce(tool, input, hooks, scratch.project, depth),
  };
}

async function callOnce(
  name: string,
  input: JsonObject,
  hooks: readonly Hook[],
  cwd: string,
  depth: number | undefined,
): Promise<Told> {
  const ran: unknown[] = [];
  const tool = defineTool({
    name,
    description: 'Does nothing, or fails.',
    inputSchema: z.looseObject({}),
    isReadOnly: () => true,
    async call(given) {
      ran.push(given);
      return input['fail'] === true
        ? { ...fail('no', 'Exit code 3'), data: { said: 'no' } }
        : { data: { said: 'yes' } };
    },
  });
  const outer = defineTool({
    name: 'Outer',
    description: 'Makes the call of another tool, so many levels down.',
    inputSchema: z.object({ depth: z.number() }),
    isReadOnly: () => true,
    async call({ depth }, { invoke }) {
      const below = depth === 0 ? { name, input: {} } : { name: 'Outer', input: { depth: depth - 1 } };
      const { outcome, content } = await invoke(below);
      return { data: outcome.code === 'ok' ? content : outcome.code };
    },
  });
  const runtime = createRuntime({
    tools: [tool, outer],
    cwd,
    permission: { policy: bypassPolicy, state: createPermissionState({ mode: 'bypassPermissions' }) },
    ports: { clock: systemClock, files: createMemoryFiles(), store: createMemoryStore() },
    hooks,
  });
  const events: RunEvent[] = [];
  for await (const event of runtime.run([
    depth === undefined ? { id: 'call-1', name, input } : { id: 'call-1', name: 'Outer', input: { depth } },
  ]))
    events.push(event);
  const result = events.find((event) => event.type === 'tool-result');
  const message = events.find((event) => event.type === 'message');
  if (result === undefined || message === undefined) throw new Error('the call has no result');
  const hooked = events.filter((event) => event.type === 'hook');
  return {
    outcome: result.outcome,
    content: result.result.content,
    context: message.spoken.flatMap(({ text, speaker }) => (speaker === 'hook' ? [text] : [])),
    stop: message.stop?.reason,
    notices: events.flatMap((event) => (event.type === 'notice' ? [event.message] : [])),
    ran,
    sequences: hooked.flatMap((event) => (event.status === 'ended' ? (event.terminalSequence ?? []) : [])),
    classifier: result.record.classifierContext,
    hooks: hooked,
  };
}
