import {
  bypassPolicy,
  createMemoryFiles,
  createMemoryStore,
  createPermissionState,
  createRuntime,
  systemClock,
  type Runtime,
  type RuntimeOptions,
} from '@sluice/core';

/** A runtime that allows everything, in memory but for what the options bring. */
export function createBenchRuntime(
  options: Partial<Omit<RuntimeOptions, 'ports' | 'tools'>> &
    Pick<RuntimeOptions, 'tools'> & { readonly ports?: Partial<RuntimeOptions['ports']> },
): Runtime {
  const cwd = options.cwd ?? '/';
  return createRuntime({
    cwd,
    permission: {
      policy: bypassPolicy,
      state: createPermissionState({ mode: 'bypassPermissions', workingDirectories: [cwd] }),
    },
    ...options,
    ports: { clock: systemClock, files: createMemoryFiles(), store: createMemoryStore(), ...options.ports },
  });
}
