import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { asRoot, canActAsRoot, mountTmpfs } from '../../../../../test/support/as-root.ts';
import { bundled } from '../../../../../test/support/bundled.ts';
import { openUndo } from '../../../src/cli/undo/open-undo.ts';
import { runUndo } from '../../../src/cli/undo/run-undo.ts';
import { MESSAGE_STOP, runCli, toolUse } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';

const FIXTURE = await bundled(fileURLToPath(new URL('fixtures/die-at-step.ts', import.meta.url)));

function dieAt(path: string, directory: string, action: 'write' | 'undo', step: number): boolean {
  const args = [FIXTURE, path, directory, action, String(step)];
  const { stdout, stderr, signal } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (signal !== 'SIGKILL' && stdout !== 'done') throw new Error(stderr);
  return stdout === 'done';
}

async function undoAll(directory: string): Promise<void> {
  const opened = await openUndo(directory, true);
  if (!opened.ok) throw new Error(opened.message);
  const options = { directory, choice: {}, isList: false, isDryRun: false, isForced: false };
  const { problems } = await runUndo(opened.session, options);
  opened.session.journal?.close();
  expect(problems.filter((problem) => problem !== 'nothing to undo')).toEqual([]);
}

it.each(['write', 'undo'] as const)(
  'killed before any step of a %s, the file is the old one or the new one, and an undo brings the old one back',
  async (action) => {
    let isDone = false;
    let steps = 0;
    for (; !isDone; steps += 1) {
      const directory = join(scratch(), 'session');
      const place = scratch();
      const path = join(place, 'a.txt');
      mkdirSync(directory, { mode: 0o700 });
      writeFileSync(path, 'old');
      chmodSync(path, 0o640);
      if (action === 'undo') dieAt(path, directory, 'write', Infinity);
      isDone = dieAt(path, directory, action, steps);
      expect(['old', 'new']).toContain(readFileSync(path, 'utf8'));
      expect(statSync(path).mode & 0o777).toBe(0o640);
      await undoAll(directory);
      expect(readFileSync(path, 'utf8'), `step ${steps}`).toBe('old');
      expect(statSync(path).mode & 0o777).toBe(0o640);
      // What an undo that was killed leaves is not journaled.
      if (action === 'write') expect(readdirSync(place), `step ${steps}`).toEqual(['a.txt']);
    }
    expect(steps).toBeGreaterThan(10);
  },
);

it.runIf(canActAsRoot)(
  'a session on a full disk: what can not be undone is not written, and says why',
  async () => {
    const directory = scratch();
    const cwd = scratch();
    mountTmpfs(directory, 64);
    onTestFinished(() => void asRoot('umount', directory));
    const content = 'old\n'.repeat(50_000);
    writeFileSync(join(cwd, 'a.txt'), `${content}last\n`);
    const edit = toolUse('c', 'Edit', { file_path: 'a.txt', old_string: 'last', new_string: 'new' });
    const args = ['exec', '--session-dir', directory, '--permission-mode', 'acceptEdits'];
    const { stdout } = await runCli(args, edit + MESSAGE_STOP, { cwd });
    expect(stdout).toContain('was not written, because its content could not be saved for undo');
    expect(stdout).toContain('No space is left for it');
    expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe(`${content}last\n`);
  },
);
