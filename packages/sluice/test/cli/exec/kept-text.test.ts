import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BackgroundTask } from '@sluice/tools';
import { expect, it } from 'vitest';
import { keptText } from '../../../src/cli/exec/kept-text.ts';
import { scratch } from './support/scratch.ts';

const task = (outputPath: string): BackgroundTask => ({
  id: 'b1',
  type: 'shell',
  command: 'make',
  outputPath,
  status: { status: 'exited', code: 0 },
  notes: [],
});

it.each<[kept: string, files: readonly string[], said: string]>([
  ['results', ['a.txt'], 'results that were not shown in full are in'],
  ['outputs of tasks', ['task.txt'], 'the output of background tasks is in'],
  [
    'both',
    ['a.txt', 'task.txt'],
    'results that were not shown in full, and the output of background tasks, are in',
  ],
])('says that %s are kept', (_, files, said) => {
  const directory = scratch();
  for (const file of files) writeFileSync(join(directory, file), 'x');
  expect(keptText(directory, [task(join(directory, 'task.txt'))])).toBe(`${said} ${directory}`);
});
