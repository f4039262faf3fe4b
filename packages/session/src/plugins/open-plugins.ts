import { mkdirSync } from 'node:fs';
import type { TracedValue } from '@sluice/settings';
import type { Plugin } from './read-plugin.ts';

interface PluginsContext {
  readonly hooks: { add(value: TracedValue): Promise<unknown> };
  /** Nothing of a plugin will run, so nothing is made for it. Default false. */
  readonly isOnlyPlanned: boolean | undefined;
}

/** Makes the directories that plugins keep their data in, and adds their hooks. */
export async function openPlugins(
  plugins: readonly Pick<Plugin, 'directories' | 'hooks'>[] | undefined,
  { hooks, isOnlyPlanned }: PluginsContext,
): Promise<void> {
  for (const { directories, hooks: brought } of plugins ?? []) {
    if (isOnlyPlanned !== true) makeDirectory(directories.data);
    if (brought !== undefined) await hooks.add(brought);
  }
}

function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch {
    // A program of the plugin that needs it says so; others work without it.
  }
}
