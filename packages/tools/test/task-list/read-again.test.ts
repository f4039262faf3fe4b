import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { TaskList } from '../../src/task-list/task-list.ts';

const textOf = (status: string): string =>
  JSON.stringify({ id: '1', subject: 'Part', description: 'Build it.', status, blockedBy: [] });

it.each([
  ['has only just been written', 0],
  ['was written long ago', 60_000],
])(
  'a file that %s is read again when another program changes it, though its size is the same',
  async (_, age) => {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-tasks-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + age);
    onTestFinished(() => now.mockRestore());
    const path = join(directory, '1.json');
    const list = new TaskList(directory);
    const statuses = async () => (await list.read()).tasks.map(({ status }) => status);
    writeFileSync(path, textOf('completed'));
    expect(await statuses()).toEqual(['completed']);
    const { ctimeNs, ino, size } = statSync(path, { bigint: true });
    const changed = textOf('pending').padEnd(Number(size));
    do writeFileSync(path, changed);
    while (age > 0 && statSync(path, { bigint: true }).ctimeNs === ctimeNs);
    expect(statSync(path, { bigint: true })).toMatchObject({ ino, size });
    expect(await statuses()).toEqual(['pending']);
    rmSync(path);
    expect(await statuses()).toEqual([]);
  },
);
