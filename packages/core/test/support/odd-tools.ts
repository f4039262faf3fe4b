import { z } from 'zod';
import { defineTool, fail, type AnyTool, type Clock } from '../../src/index.ts';
import { wait } from './toy-tools.ts';

export interface Gauge {
  /** Tools at work now, and the most there have been: a tool that waits for nested calls is not at work. */
  now: number;
  max: number;
}

export function createGauge(): Gauge & { enter(): void; leave(): void } {
  return {
    now: 0,
    max: 0,
    enter() {
      this.now += 1;
      this.max = Math.max(this.max, this.now);
    },
    leave() {
      this.now -= 1;
    },
  };
}

const timed = z.object({ ms: z.number() });

/** Tools that misbehave in every way that a promise must survive. */
export function oddTools(clock: Clock, gauge = createGauge()): AnyTool[] {
  const work = async (ms: number, signal: AbortSignal): Promise<void> => {
    gauge.enter();
    await wait(clock, ms, signal);
    gauge.leave();
  };
  return [
    defineTool({
      name: 'Good',
      description: 'reads nothing and ends well',
      inputSchema: timed,
      isReadOnly: true,
      isConcurrencySafe: true,
      claims: () => [],
      async call({ ms }, { signal, progress }) {
        progress('begun');
        await work(ms, signal);
        return { data: `good after ${ms}` };
      },
    }),
    defineTool({
      name: 'Blocks',
      description: 'has effects and does not stop for a message',
      inputSchema: timed,
      onError: () => ({ cancels: 'shell' }),
      async call({ ms }, { signal }) {
        await work(ms, signal);
        return { data: 'done' };
      },
    }),
    defineTool({
      name: 'Throws',
      description: 'throws',
      inputSchema: timed,
      onError: () => ({ cancels: 'shell' }),
      async call({ ms }, { signal }) {
        await work(ms, signal);
        throw new Error('thrown');
      },
    }),
    defineTool({
      name: 'Fails',
      description: 'fails',
      inputSchema: timed,
      isReadOnly: true,
      isConcurrencySafe: true,
      async call({ ms }, { signal }) {
        await work(ms, signal);
        return fail('expected', 'failed as expected');
      },
    }),
    defineTool({
      name: 'Hangs',
      description: 'hears no signal; ends long after any grace',
      inputSchema: timed,
      isConcurrencySafe: true,
      isReadOnly: true,
      async call({ ms }) {
        await wait(clock, ms * 1000, new AbortController().signal);
        return { data: 'too late' };
      },
    }),
    defineTool({
      name: 'NoResult',
      description: 'a generator without a result',
      inputSchema: timed,
      async *call({ ms }, { signal }) {
        yield { progress: 1 };
        await wait(clock, ms, signal);
      },
    }),
    defineTool({
      name: 'TwoResults',
      description: 'a generator with two results',
      inputSchema: timed,
      async *call({ ms }, { signal }) {
        yield { data: 'one' };
        await wait(clock, ms, signal);
        yield { data: 'two' };
      },
    }),
    defineTool({
      name: 'GoesOn',
      description: 'a generator that goes on after its result',
      inputSchema: timed,
      async *call() {
        yield { data: 'one' };
        yield { progress: 'more' };
      },
    }),
    defineTool({
      name: 'BadDeclaration',
      description: 'throws wherever it is asked',
      inputSchema: timed,
      isConcurrencySafe: () => {
        throw new Error('safe?');
      },
      isReadOnly: () => {
        throw new Error('read-only?');
      },
      claims: () => {
        throw new Error('claims?');
      },
      call: async () => ({ data: 'ran' }),
      toModel: () => {
        throw new Error('model?');
      },
    }),
    defineTool({
      name: 'Nests',
      description: 'makes calls of its own, side by side',
      inputSchema: timed.extend({ depth: z.number(), width: z.number() }),
      isReadOnly: true,
      isConcurrencySafe: true,
      claims: () => [],
      async call({ ms, depth, width }, { invoke, signal }) {
        await work(ms, signal);
        const inner =
          depth > 0
            ? { name: 'Nests', input: { ms, depth: depth - 1, width } }
            : { name: 'Good', input: { ms } };
        const results = await Promise.all(Array.from({ length: width }, () => invoke(inner)));
        await work(ms, signal);
        return { data: results.map(({ outcome }) => outcome.code).join(' ') };
      },
    }),
  ];
}
