import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SettingsPlace } from '@sluice/settings';
import { runCli, type Ended } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';

/** A home, a project and a policy directory of one test. */
export interface TestPlace extends SettingsPlace {
  readonly home: string;
  readonly managed: string;
  write(path: string, content: unknown): string;
  run(...args: readonly string[]): Promise<Ended>;
}

/** Paths begin with `home/`, `project/` or `managed/`. */
export function createPlace(): TestPlace {
  const base = scratch();
  const [home = '', cwd = '', managed = ''] = ['home', 'project', 'managed'].map((name) => join(base, name));
  for (const directory of [home, cwd, managed]) mkdirSync(directory);
  return {
    home,
    cwd,
    managed,
    env: {},
    managedDirectories: [managed],
    write(path, content) {
      const file = join(base, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
      return file;
    },
    run: (...args) => runCli(['rules', ...args], '', { cwd, env: { HOME: home } }),
  };
}
