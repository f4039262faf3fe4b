import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asRoot, mountTmpfs } from '../../../../../test/support/as-root.ts';

const cli = join(import.meta.dirname, '../../../src/cli.ts');
let cwd = '';
let disk = '';
let isMounted = false;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'sluice-faults-'));
  disk = mkdtempSync(join(tmpdir(), 'sluice-disk-'));
  writeFileSync(join(cwd, 'notes.txt'), 'a note\n');
});
afterEach(() => {
  if (isMounted) asRoot('umount', disk);
  isMounted = false;
  rmSync(cwd, { recursive: true, force: true });
  rmSync(disk, { recursive: true, force: true });
});

function mount(kilobytes: number): void {
  mountTmpfs(disk, kilobytes);
  isMounted = true;
}

interface Line {
  readonly type: string;
  readonly code?: string;
  readonly tool_use_id?: string;
  readonly content?: string;
  readonly is_error?: boolean;
}

function exec(
  calls: readonly { id: string; name: string; input: object }[],
  session: string,
): { lines: Line[]; status: number | null; stderr: string } {
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    [
      '--conditions=sluice-source',
      cli,
      'exec',
      '--cwd',
      cwd,
      '--session-dir',
      session,
      '--permission-mode',
      'bypassPermissions',
    ],
    {
      input: calls.map((call) => `${JSON.stringify({ type: 'tool_use', ...call })}\n`).join(''),
      encoding: 'utf8',
    },
  );
  const lines = stdout.split('\n').flatMap((line): Line[] => (line === '' ? [] : [JSON.parse(line)]));
  return { lines, status, stderr };
}

describe('a session on a disk that runs full', () => {
  it('says that output was cut, stops what has effects before it starts, and goes on reading', () => {
    mount(64);
    const { lines, status } = exec(
      [
        { id: 'fills', name: 'Bash', input: { command: 'seq 1 40000; true' } },
        { id: 'effect', name: 'Bash', input: { command: 'echo x > made' } },
        { id: 'read', name: 'Read', input: { file_path: 'notes.txt' } },
      ],
      join(disk, 'session'),
    );
    const content = (id: string): string =>
      lines.find(({ tool_use_id, type }) => tool_use_id === id && type === 'tool_result')?.content ?? '';
    expect(content('fills')).toContain('The part that could be saved');
    expect(content('fills')).toContain('is full');
    expect(content('effect')).toContain('not started');
    expect(() => readFileSync(join(cwd, 'made'))).toThrow(/ENOENT/);
    expect(content('read')).toContain('a note');
    expect(lines.map(({ code }) => code)).toContain('journal-unwritable');
    expect(lines.map(({ code }) => code)).toContain('store-unwritable');
    expect(status).toBe(0);
  });
});

describe('a session folder that can not be used', () => {
  it('is one clear line and exit status 2', () => {
    const file = join(cwd, 'notes.txt');
    const { lines, status, stderr } = exec(
      [{ id: 'a', name: 'Read', input: { file_path: 'notes.txt' } }],
      file,
    );
    expect(lines).toEqual([]);
    expect(status).toBe(2);
    expect(stderr).toContain(file);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
