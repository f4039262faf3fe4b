import {
  bypassPolicy,
  createPermissionState,
  createRuntime,
  type Runtime,
  type RuntimeOptions,
} from '../../src/index.ts';
import { createFakeClock, type FakeClock } from '../../src/ports/memory/fake-clock.ts';
import { createMemoryFiles } from '../../src/ports/memory/memory-files.ts';
import { createMemoryStore } from '../../src/ports/memory/memory-store.ts';
import type { ToyCall } from './toy-calls.ts';
import { toyTools, type ToyObserver } from './toy-tools.ts';
import { createToyWorld, LINK_TARGET, type ToyWorld } from './toy-world.ts';

export interface ToyRuntime {
  readonly world: ToyWorld;
  readonly clock: FakeClock;
  readonly runtime: Runtime;
}

/** A runtime over the toy world, all in memory. */
export function createToyRuntime(
  options: Partial<Omit<RuntimeOptions, 'ports'>> & {
    readonly observer?: ToyObserver;
    readonly ports?: Partial<RuntimeOptions['ports']>;
  } = {},
): ToyRuntime {
  const world = createToyWorld();
  const clock = createFakeClock();
  const runtime = createRuntime({
    tools: toyTools(world, clock, options.observer),
    cwd: world.cwd,
    permission: {
      policy: bypassPolicy,
      state: createPermissionState({ mode: 'bypassPermissions', workingDirectories: ['/d'] }),
    },
    ...options,
    ports: { clock, files: toyFiles(), store: createMemoryStore(), ...options.ports },
  });
  return { world, clock, runtime };
}

export function toyFiles() {
  return createMemoryFiles({
    contents: new Map([
      ['/d/a', ''],
      ['/d/b', ''],
      ['/d/e/c', ''],
    ]),
    links: new Map([['/d/link', LINK_TARGET]]),
  });
}

export function toToolCalls(calls: readonly ToyCall[]): { id: string; name: string; input: unknown }[] {
  return calls.map(({ tool, ...input }, index) => ({ id: `c${index}`, name: tool, input }));
}
