import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPairing } from '@sluice/core';
import { CLI } from './support/cli.ts';

const KILLS = 50;

/** Two messages: commands that leave a mark each, and reads between them. */
function input(): string {
  const lines: object[] = [];
  for (const message of [1, 2]) {
    for (const number of [1, 2, 3]) {
      const id = `m${message}c${number}`;
      lines.push({ type: 'tool_use', id, name: 'Bash', input: { command: `echo ${id} >> marks` } });
      lines.push({ type: 'tool_use', id: `${id}r`, name: 'Read', input: { file_path: 'notes.txt' } });
    }
    lines.push({ type: 'message_stop' });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const IDS = [1, 2].flatMap((message) => [1, 2, 3].flatMap((c) => [`m${message}c${c}`, `m${message}c${c}r`]));

interface Line {
  readonly type: string;
  readonly tool_use_id?: string;
  readonly content?: string;
  readonly message?: {
    readonly role: 'user';
    readonly content: readonly { type: string; tool_use_id: string }[];
  };
}

/**
 * Runs `sluice exec` in `cwd`; with `killAt`, kills it when it has written that many lines, or a line of that type.
 */
async function exec(
  cwd: string,
  options: readonly string[],
  killAt?: number | string,
  fed = input(),
): Promise<Line[]> {
  const args = [
    'exec',
    '--cwd',
    cwd,
    '--session-dir',
    join(cwd, 'session'),
    '--permission-mode',
    'bypassPermissions',
  ];
  const child = spawn(process.execPath, [...CLI, ...args, ...options], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => {});
  child.stdin.end(fed);
  const lines: Line[] = [];
  if (killAt === 0) child.kill('SIGKILL');
  for await (const text of createInterface({ input: child.stdout })) {
    const line: Line = JSON.parse(text);
    lines.push(line);
    if (lines.length === killAt || line.type === killAt) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise((resolve) => child.once('exit', resolve));
  }
  return lines;
}

function marks(cwd: string): string[] {
  const path = join(cwd, 'marks');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
}

describe('a session whose process is killed', () => {
  let root = '';
  let total = 0;
  const workspace = (name: string): string => {
    const cwd = mkdtempSync(join(root, `${name}-`));
    writeFileSync(join(cwd, 'notes.txt'), 'one\ntwo\n');
    return cwd;
  };
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'sluice-kill-'));
    total = (await exec(workspace('whole'), ['--progress'])).length;
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it(`gives each call its one result and repeats no command, ${KILLS} times over`, async () => {
    let unknown = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const cwd = workspace(String(kill));
      await exec(cwd, ['--progress'], Math.floor((kill * total) / KILLS));
      const resumed = await exec(cwd, ['--resume']);

      const results = resumed.filter(({ type }) => type === 'tool_result');
      expect(results.map(({ tool_use_id }) => tool_use_id)).toEqual(IDS);
      const messages = resumed.flatMap(({ message }) => (message === undefined ? [] : [message]));
      const conversation = messages.flatMap((message) => [
        {
          role: 'assistant' as const,
          content: message.content.map(({ tool_use_id }) => ({ type: 'tool_use', id: tool_use_id })),
        },
        message,
      ]);
      expect(messages).toHaveLength(2);
      expect(checkPairing(conversation)).toEqual([]);

      const made = marks(cwd);
      expect(new Set(made).size).toBe(made.length);
      for (const { tool_use_id: id = '', content = '' } of results) {
        if (id.endsWith('r')) expect(content).toContain('two');
        else if (content.includes('outcome is unknown')) unknown += 1;
        else expect(made).toContain(id);
      }
    }
    // Some were killed in the middle of a command.
    expect(unknown).toBeGreaterThan(0);
  });

  it('tells the model that a command which only reads was running, and what had not begun', async () => {
    const cwd = workspace('reading');
    const bash = (id: string, command: string): string =>
      `${JSON.stringify({ type: 'tool_use', id, name: 'Bash', input: { command } })}\n`;
    const fed = bash('reading', 'tail -f notes.txt') + bash('waiting', 'echo >> marks');
    const killed = await exec(cwd, ['--progress'], 'progress', fed);
    expect(killed.at(-1)).toMatchObject({ type: 'progress', tool_use_id: 'reading' });
    const resumed = await exec(cwd, ['--resume'], undefined, bash('new', 'pwd'));
    const texts = resumed.flatMap(({ type, content }) => (type === 'tool_result' ? [content] : []));
    expect(texts).toEqual([
      expect.stringMatching(/^The program ended while this call was running\. The call only reads/),
      expect.stringMatching(/^The program ended before this call was started\./),
      cwd,
    ]);
    expect(marks(cwd)).toEqual([]);
  });
});
