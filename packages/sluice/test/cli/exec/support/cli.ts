import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isJsonObject, type JsonObject } from '@sluice/core';
import { inject, onTestFinished } from 'vitest';
import { scratch } from './scratch.ts';

const pathOf = (file: string): string => fileURLToPath(new URL(`../../../../${file}`, import.meta.url));

/**
 * Arguments for Node that run the program: from its sources, so that no test runs on a stale build; or, right after a build (`npm
 * test` says so), as it is built, which starts three times as quickly; or, where the packages are installed as `npm pack` makes them, those.
 */
export const CLI: readonly string[] = cli();

function cli(): readonly string[] {
  const packed: string | undefined = inject('packedDirectory');
  if (packed !== undefined) return [join(packed, 'app/node_modules/.bin/sluice')];
  return process.env['SLUICE_TEST_BUILT'] === '1'
    ? [pathOf('dist/cli.js')]
    : ['--conditions=sluice-source', pathOf('src/cli.ts')];
}

const NO_SETTINGS = {
  // Nothing can be read there, and nothing made.
  HOME: '/dev/null/no-home',
  CLAUDE_CONFIG_DIR: undefined,
  SLUICE_CONFIG_DIR: undefined,
  // A server of a test is there at the first request, however busy the machine is.
  MCP_CONNECT_TIMEOUT_MS: '60000',
};

export type Cli = ChildProcessByStdio<Writable, Readable, Readable>;

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the program; it is killed after the test, should it still run. */
export function startCli(args: readonly string[], { cwd, env }: CliOptions = {}): Cli {
  const child = spawn(process.execPath, [...CLI, ...args], {
    cwd,
    // No one's own settings count.
    env: { ...process.env, ...NO_SETTINGS, TMPDIR: scratch(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A program that ends before it has read all of its input is not a failure of the test.
  child.stdin.on('error', () => {});
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Everything that it writes from now on, and its exit status. */
export async function ended(child: Cli): Promise<Ended> {
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { status, stdout, stderr };
}

/** Runs the program to its end on this input. */
export function runCli(
  args: readonly string[],
  input: string | Buffer = '',
  options: CliOptions = {},
): Promise<Ended> {
  const child = startCli(args, options);
  child.stdin.end(input);
  return ended(child);
}

export function parseLines(stdout: string): readonly JsonObject[] {
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const value: unknown = JSON.parse(line);
    if (!isJsonObject(value)) throw new Error(`not an object: ${line}`);
    return value;
  });
}

/** The JSON lines of one type. */
export function linesOf(stdout: string, type: string): readonly JsonObject[] {
  return parseLines(stdout).filter((line) => line['type'] === type);
}

/** A field that must be a text. */
export function textField(line: JsonObject | undefined, key: string): string {
  const value = line?.[key];
  if (typeof value !== 'string') throw new Error(`no text in ${key}`);
  return value;
}

/** One `tool_use` line. */
export function toolUse(id: string, name: string, input: JsonObject): string {
  return `${JSON.stringify({ type: 'tool_use', id, name, input })}\n`;
}

export const MESSAGE_STOP = '{"type":"message_stop"}\n';
export const BYPASS: readonly string[] = ['--permission-mode', 'bypassPermissions'];
