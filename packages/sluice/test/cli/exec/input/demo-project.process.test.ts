import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getOwn, isJsonObject } from '@sluice/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRecognizingDecoder } from '../../../../src/cli/exec/input/recognizing-decoder.ts';

const demo = new URL('../../../../../../examples/fix-the-bug/', import.meta.url);

type Edit = { readonly file: string; readonly before: string; readonly after: string };

function textField(input: object, key: string): string {
  const value = getOwn(input, key);
  if (typeof value !== 'string') throw new Error(`the recorded call has no ${key}`);
  return value;
}

function recordedInputs(toolName: string): object[] {
  const decoder = createRecognizingDecoder();
  const items = [...decoder.push(readFileSync(new URL('session.sse', demo))), ...decoder.end()];
  return items.flatMap((item) => {
    if (item.type !== 'call' || item.name !== toolName || item.inputText === undefined) return [];
    const input: unknown = JSON.parse(item.inputText);
    return isJsonObject(input) ? [input] : [];
  });
}

const edits: Edit[] = recordedInputs('Edit').map((input) => ({
  file: textField(input, 'file_path'),
  before: textField(input, 'old_string'),
  after: textField(input, 'new_string'),
}));

describe('the demo project', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-demo-'));
    cpSync(new URL('project/', demo), folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function runShell(command: string) {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { status, stdout } = spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' });
    return { status, stdout };
  }

  function apply({ file, before, after }: Edit): void {
    const parts = readFileSync(join(folder, file), 'utf8').split(before);
    expect(parts, `${file} holds the old text once`).toHaveLength(2);
    writeFileSync(join(folder, file), parts.join(after));
  }

  it('fails its tests as it is, and passes them after the recorded edits', () => {
    const commands = recordedInputs('Bash').map((input) => textField(input, 'command'));
    expect(commands).toEqual([...commands.slice(0, 2), ...commands.slice(0, 2)]);
    const [printInvoice = '', runTests = ''] = commands;

    expect(runShell(printInvoice)).toMatchObject({ status: 0, stdout: expect.stringContaining('NaN') });
    expect(runShell(runTests)).toMatchObject({ status: 1, stdout: expect.stringMatching(/fail 3/) });
    for (const edit of edits) apply(edit);
    expect(runShell(printInvoice)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/Total +47\.29/),
    });
    expect(runShell(runTests)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/pass 3\n.*fail 0/s),
    });
  });

  it.each(edits.map((edit, index) => [edit.file, index] as const))(
    'needs more than the edit of %s',
    (_, index) => {
      const edit = edits[index];
      if (edit !== undefined) apply(edit);
      expect(runShell('node --test').status).toBe(1);
    },
  );
});
