import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProcessSession } from '@sluice/process';
import { createBashTool } from '@sluice/tools';
import { failed, type Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const FILES = 2_000;
const BRANCHES = 50;
const REPEATS = 20;
const COMMANDS = ['git log --oneline -5', 'git status --short'];

/** What it costs to judge a git command: by asking git, and from what is known of the repository. */
export const gitRow: Row = {
  name: 'git',
  about: 'judgment of a git command in a repository: the first time, and while nothing has changed',
  async measure({ isQuick }) {
    using directory = temporaryDirectory();
    const repository = plant(directory.path);
    const processes = createProcessSession();
    const env = { ...process.env, HOME: directory.path };
    const session = { cwd: repository };
    try {
      // What changed a moment ago is asked for again each time.
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      const lines: Line[] = [];
      for (const command of COMMANDS) {
        const first = Array<number>();
        const again = Array<number>();
        for (let run = 0; run < (isQuick ? 3 : 15); run += 1) {
          const tool = createBashTool({ processes, env });
          await tool.load?.();
          const judge = (): boolean => tool.isReadOnly({ command }, session);
          const startedAt = performance.now();
          if (!judge()) return [failed(command, 'it was not found to only read')];
          const knownAt = performance.now();
          for (let repeat = 0; repeat < REPEATS; repeat += 1) judge();
          first.push(knownAt - startedAt);
          again.push(((performance.now() - knownAt) * 1000) / REPEATS);
        }
        const shared = { status: 'measured', baseline: undefined, target: { kind: 'none' } } as const;
        lines.push(
          { ...shared, name: `${command}, the first time`, unit: 'ms', ours: first },
          { ...shared, name: `${command}, nothing changed`, unit: 'µs', ours: again },
        );
      }
      return lines;
    } finally {
      await processes.dispose();
    }
  },
};

function plant(base: string): string {
  const repository = join(base, 'repository');
  const git = (...words: string[]): void =>
    void execFileSync('git', words, {
      cwd: repository,
      stdio: 'ignore',
      env: { ...process.env, HOME: base },
    });
  for (let index = 0; index < FILES; index += 1) {
    const folder = join(repository, `src/part-${index % 100}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${index}.ts`), `export const value = ${index};\n`);
  }
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'first');
  for (let index = 0; index < BRANCHES; index += 1) git('branch', `topic-${index}`);
  return repository;
}
