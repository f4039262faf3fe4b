import { z } from 'zod';
import { defineTool, readFile, readTree, writeFile, type AnyTool, type Clock } from '../../src/index.ts';
import type { ToyCall } from './toy-calls.ts';
import { act, look, type ToyWorld } from './toy-world.ts';

export interface ToyObserver {
  onStart?(callId: string): void;
  onEnd?(callId: string): void;
}

/** Waits on the clock, or until the signal; a torn read shows, because the world is looked at before and after. */
export function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = clock.setTimer(ms, resolve);
    signal.addEventListener('abort', () => {
      stop();
      resolve();
    });
  });
}

const file = z.object({ path: z.string(), ms: z.number(), answer: z.string().optional() });
const fileAndText = file.extend({ text: z.string() });

export function toyTools(world: ToyWorld, clock: Clock, observer: ToyObserver = {}): AnyTool[] {
  const run = async (call: ToyCall, callId: string, signal: AbortSignal): Promise<{ data: string }> => {
    observer.onStart?.(callId);
    const seen = look(world, call);
    await wait(clock, call.ms, signal);
    const isTorn = call.tool !== 'Web' && look(world, call) !== seen;
    const data = isTorn ? `torn: ${seen} then ${look(world, call)}` : act(world, call, seen);
    observer.onEnd?.(callId);
    return { data };
  };
  const text = z.object({ text: z.string(), ms: z.number(), answer: z.string().optional() });
  return [
    defineTool({
      name: 'Read',
      description: 'reads',
      inputSchema: file,
      isReadOnly: true,
      isConcurrencySafe: true,
      claims: ({ path }) => [readFile(path)],
      call: (input, { callId, signal }) => run({ tool: 'Read', ...input }, callId, signal),
    }),
    defineTool({
      name: 'Write',
      description: 'writes',
      inputSchema: fileAndText,
      claims: ({ path }) => [writeFile(path)],
      call: (input, { callId, signal }) => run({ tool: 'Write', ...input }, callId, signal),
    }),
    defineTool({
      name: 'Append',
      description: 'appends',
      inputSchema: fileAndText,
      claims: ({ path }) => [writeFile(path)],
      call: (input, { callId, signal }) => run({ tool: 'Append', ...input }, callId, signal),
    }),
    defineTool({
      name: 'List',
      description: 'lists',
      inputSchema: file,
      isReadOnly: true,
      isConcurrencySafe: true,
      claims: ({ path }) => [readTree(path)],
      call: (input, { callId, signal }) => run({ tool: 'List', ...input }, callId, signal),
    }),
    defineTool({
      name: 'Shell',
      description: 'changes everything',
      inputSchema: text,
      onError: () => ({ cancels: 'shell' }),
      call: (input, { callId, signal }) => run({ tool: 'Shell', ...input }, callId, signal),
    }),
    defineTool({
      name: 'Web',
      description: 'touches nothing',
      inputSchema: text,
      isReadOnly: true,
      isConcurrencySafe: true,
      claims: () => [],
      call: (input, { callId, signal }) => run({ tool: 'Web', ...input }, callId, signal),
    }),
    defineTool({
      name: 'Cd',
      description: 'moves',
      inputSchema: file,
      changesContext: true,
      call: async (input, { callId, signal }) => ({
        ...(await run({ tool: 'Cd', ...input }, callId, signal)),
        modifyContext: (context) => ({ ...context, cwd: input.path }),
      }),
    }),
  ];
}
