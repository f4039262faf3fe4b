import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { linesOf, MESSAGE_STOP, runCli, textField, toolUse } from './support/cli.ts';
import { scratch } from './support/scratch.ts';

/** A session kept within the workspace, after an edit and a result that was too long to show. */
async function session() {
  const cwd = scratch();
  const directory = join(cwd, 'kept');
  writeFileSync(join(cwd, 'f.txt'), 'the word before\n');
  writeFileSync(join(cwd, 'forged.jsonl'), '{}\n');
  mkdirSync(join(cwd, 'forged'));
  writeFileSync(join(cwd, 'forged/journal.jsonl'), '{}\n');
  const exec = async (mode: string, ...calls: readonly (readonly [name: string, input: JsonObject])[]) => {
    const lines = calls.map(([name, input], index) => toolUse(`${index}`, name, input)).join('');
    const isBegun = existsSync(join(directory, 'journal.jsonl'));
    const { stdout } = await runCli(
      [
        'exec',
        '--cwd',
        cwd,
        '--permission-mode',
        mode,
        '--session-dir',
        directory,
        ...(isBegun ? ['--resume'] : []),
      ],
      lines + MESSAGE_STOP,
    );
    return linesOf(stdout, 'tool_result').map((line) => textField(line, 'content'));
  };
  await exec(
    'acceptEdits',
    ['Read', { file_path: 'f.txt' }],
    ['Edit', { file_path: 'f.txt', old_string: 'before', new_string: 'after' }],
    ['Grep', { pattern: '.', path: 'f.txt', output_mode: 'content' }],
  );
  return {
    cwd,
    directory,
    exec,
    preImage: `kept/pre-images/${readdirSync(join(directory, 'pre-images'))[0]}`,
  };
}

describe.each(['acceptEdits', 'bypassPermissions'])('in %s the records of a session', (mode) => {
  it('are written and removed by no call', async () => {
    const { directory, exec, preImage, cwd } = await session();
    const journal = readFileSync(join(directory, 'journal.jsonl'), 'utf8');
    const results = await exec(
      mode,
      ['Write', { file_path: 'kept/journal.jsonl', content: '{}' }],
      ['Write', { file_path: 'kept/tasks.json', content: '[]' }],
      ['Write', { file_path: 'kept/worktree.json', content: '{}' }],
      ['Write', { file_path: 'kept/schedules.json', content: '{}' }],
      ['Write', { file_path: 'kept/tool-results/new.txt', content: '' }],
      [
        'Edit',
        { file_path: 'kept/journal.jsonl', old_string: 'received', new_string: 'x', replace_all: true },
      ],
      ['Bash', { command: 'cp forged.jsonl kept/journal.jsonl' }],
      ['Bash', { command: 'mv forged.jsonl kept/tasks.json' }],
      ['Bash', { command: 'echo >> kept/journal.jsonl' }],
      ['Bash', { command: 'rm -rf kept' }],
      ['Bash', { command: 'rm kept/tool-results/*' }],
      ['Bash', { command: `cp -r forged/. kept` }],
    );
    expect(results).toHaveLength(12);
    for (const [index, content] of results.entries()) {
      expect([index, content]).toEqual([
        index,
        expect.stringMatching(/(?:belongs to|contains) the records of this session/),
      ]);
    }
    expect(readFileSync(join(directory, 'journal.jsonl'), 'utf8').startsWith(journal)).toBe(true);
    expect(existsSync(join(cwd, preImage))).toBe(true);
  });

  it('show nothing of what files were before, which a rule may deny by now', async () => {
    const { exec, preImage } = await session();
    const results = await exec(
      mode,
      ['Read', { file_path: preImage }],
      ['Bash', { command: `cat ${preImage}` }],
      ['Grep', { pattern: 'the word before', path: 'kept/pre-images', output_mode: 'content' }],
    );
    for (const content of results) expect(content).not.toContain('the word before\n');
    expect(results[0]).toContain('no tool call may read it');
  });
});

it('what is beside the records in the same directory is written as ever', async () => {
  const { cwd, exec } = await session();
  await exec('acceptEdits', ['Write', { file_path: 'kept/notes.md', content: 'x' }]);
  expect(existsSync(join(cwd, 'kept/notes.md'))).toBe(true);
});
