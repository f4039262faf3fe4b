import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { outputTail } from '../../../src/bash/run/output-tail.ts';
import { outputSoFar } from '../../../src/bash/result/take-output.ts';

const directory = mkdtempSync(join(tmpdir(), 'sluice-output-'));
const path = join(directory, 'output');
const capture = { path, remove: () => {} };
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it('shows what a command has written so far, the end of it where that is much', () => {
  expect(outputSoFar(capture)).toEqual({ output: { kind: 'inline', text: '' }, notes: [] });
  writeFileSync(path, 'one\n\0two\n');
  expect(outputSoFar(capture)).toEqual({ output: { kind: 'inline', text: 'one\n␀two\n' }, notes: [] });
  writeFileSync(path, `${'x'.repeat(9_000)}\nlast\n`);
  const { output, notes } = outputSoFar(capture);
  expect(output.kind === 'inline' ? output.text.length : 0).toBe(4_000);
  expect(output).toMatchObject({ text: expect.stringMatching(/x\nlast\n$/) });
  expect(notes).toEqual(['Showing the last 4000 of 9006 bytes of output so far.']);
});

it('has the last lines for whoever watches, bounded whatever there is', () => {
  writeFileSync(path, Array.from({ length: 50 }, (_, line) => `line ${line}\n`).join(''));
  expect(outputTail(path).split('\n')).toEqual(Array.from({ length: 10 }, (_, line) => `line ${40 + line}`));
  writeFileSync(path, '€'.repeat(100_000));
  expect(outputTail(path)).toMatch(/^€{666}$/);
  expect(outputTail(join(directory, 'none'))).toBe('');
});
