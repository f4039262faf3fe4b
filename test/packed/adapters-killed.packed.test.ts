import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, expect, inject, it } from 'vitest';
import { node } from './packed.ts';
import { linkSDKs } from './sdk-packages.ts';

const root = join(import.meta.dirname, '../..');

beforeAll(linkSDKs);

/** Runs a program until it asks, and kills it. Returns its directory. */
async function killWhileItAsks(program: string): Promise<string> {
  const app = join(inject('packedDirectory'), 'app');
  const cwd = mkdtempSync(join(app, 'approvals-'));
  cpSync(join(root, 'examples/approvals'), cwd, { recursive: true });
  const { PATH = '' } = process.env;
  const first = spawn(process.execPath, [program], {
    cwd,
    env: { PATH, HOME: join(inject('packedDirectory'), 'home') },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => {
    first.once('exit', (_status, signal) => resolve(signal));
  });
  for await (const line of createInterface({ input: first.stdout })) {
    expect(line).toBe('Approve 1 call? (yes or no)');
    first.kill('SIGKILL');
  }
  expect(await ended).toBe('SIGKILL');
  expect(existsSync(join(cwd, 'approved.txt'))).toBe(false);
  return cwd;
}

function answerYes(program: string, cwd: string): void {
  const second = node([program], { cwd, input: 'yes\n' });
  expect(second.stdout).toBe('Approve 1 call? (yes or no)\nDone.\n');
  expect(second.status).toBe(0);
}

/** These store the question, and the process that goes on doesn't ask about the call itself. */
const STORED = [
  ['ai-sdk.js', 'ai-sdk.state.json'],
  ['openai-agents.js', 'openai-agents.state.json'],
  ['langchain.js', 'langchain.state'],
  ['mastra.js', 'mastra.state.json'],
] as const;

it.each([...STORED.map(([program]) => program), 'anthropic.js', 'google.js'])(
  'examples/approvals/%s: a question survives kill -9, and the approved call runs once',
  async (program) => {
    const cwd = await killWhileItAsks(program);
    answerYes(program, cwd);
    expect(readFileSync(join(cwd, 'approved.txt'), 'utf8')).toBe('approved\n');
  },
);

it.each(STORED)(
  'examples/approvals/%s: a call that was changed after kill -9 is not the one that the user approves',
  async (program, state) => {
    const cwd = await killWhileItAsks(program);
    const stored = readFileSync(join(cwd, state), 'latin1');
    // The file's text, which ends with an escaped line break; as long as before, for states that are binary.
    const changed = stored.replaceAll(/approved(?=\\)/g, 'reworked');
    expect(changed).not.toBe(stored);
    writeFileSync(join(cwd, state), changed, 'latin1');
    answerYes(program, cwd);
    expect(existsSync(join(cwd, 'approved.txt'))).toBe(false);
  },
);
