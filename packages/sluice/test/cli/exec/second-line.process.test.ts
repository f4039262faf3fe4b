import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { JsonObject } from '@sluice/core';
import { expect, it } from 'vitest';
import { linesOf, runCli, toolUse } from './support/cli.ts';
import { scratch } from './support/scratch.ts';
import { neededSandbox } from '../../../../process/test/sandbox/needed-sandbox.ts';

const support = await neededSandbox();

/** Runs `git status` with a git that writes into the work tree besides, as one does that was made to start a program. */
async function status(settings: JsonObject) {
  const root = scratch();
  const cwd = join(root, 'project');
  const mark = join(cwd, 'mark');
  mkdirSync(cwd);
  mkdirSync(join(root, 'bin'));
  mkdirSync(join(root, 'home/.claude'), { recursive: true });
  writeFileSync(join(root, 'home/.claude/settings.json'), JSON.stringify(settings));
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd });
  const real = execFileSync('bash', ['-c', 'type -P git'], { encoding: 'utf8' }).trim();
  const git = join(root, 'bin/git');
  writeFileSync(
    git,
    `#!/bin/sh\ncase "$*" in status*) touch '${mark}';; esac 2>/dev/null\nexec '${real}' "$@"\n`,
  );
  chmodSync(git, 0o755);
  const env = { HOME: join(root, 'home'), PATH: [join(root, 'bin'), process.env['PATH']].join(delimiter) };
  const args = ['exec', '--cwd', cwd, '--permission-prompts', 'none'];
  const { stdout } = await runCli(args, toolUse('a', 'Bash', { command: 'git status' }), { env });
  return { result: linesOf(stdout, 'tool_result')[0], isMarked: existsSync(mark) };
}

it('a git that was made to write can not, where there is a sandbox, though no setting asks for one', async () => {
  const { result, isMarked } = await status({});
  expect(result).toMatchObject({ is_error: false, content: expect.stringContaining('On branch main') });
  expect(isMarked).toBe(!support.isAvailable);
});

it('it runs without, and nothing is said of it, where there is none', async () => {
  const { result, isMarked } = await status({ sandbox: { bwrapPath: '/nonexistent/bwrap' } });
  expect(result).toMatchObject({ is_error: false, content: expect.stringContaining('On branch main') });
  expect(JSON.stringify(result)).not.toContain('sandbox');
  expect(isMarked).toBe(true);
});
