import { mkdirSync } from 'node:fs';
import type { Plugin } from './read-plugin.ts';

/** Makes the directories that plugins keep their data in, before anything of a plugin runs. */
export function makeDataDirectories(plugins: readonly Pick<Plugin, 'directories'>[]): void {
  for (const { directories } of plugins) {
    try {
      mkdirSync(directories.data, { recursive: true, mode: 0o700 });
    } catch {
      // A program of the plugin that needs it says so; others work without it.
    }
  }
}
