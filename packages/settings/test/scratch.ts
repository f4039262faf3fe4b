import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SettingsOptions } from '../src/index.ts';

/** A home, a project and a policy directory of their own. */
export interface Scratch {
  readonly path: string;
  readonly home: string;
  readonly project: string;
  readonly managed: string;
  readonly options: SettingsOptions;
  /** Writes a file under the scratch directory, text as it is and anything else as JSON; gives its absolute path. */
  write(path: string, content: unknown): string;
  dispose(): void;
}

export function makeScratch(): Scratch {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-settings-')));
  const [home, project, managed] = ['home', 'project', 'managed'].map((name) => {
    mkdirSync(join(path, name));
    return join(path, name);
  });
  if (home === undefined || project === undefined || managed === undefined) throw new Error('No scratch.');
  return {
    path,
    home,
    project,
    managed,
    options: { cwd: project, home, env: {}, managedDirectories: [managed] },
    write(name, content) {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      const text =
        typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content, null, 2);
      writeFileSync(file, text);
      return file;
    },
    dispose: () => rmSync(path, { recursive: true, force: true }),
  };
}
