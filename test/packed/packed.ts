import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { inject } from 'vitest';

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface PackedOptions {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A server of a test is there at the first request, however busy the machine is. */
export const PATIENT = { MCP_CONNECT_TIMEOUT_MS: '60000' };

/** An empty directory to work in, beside the installation. */
export function emptyDirectory(): string {
  return mkdtempSync(join(inject('packedDirectory'), 'work-'));
}

/** Runs the installed command, with a home directory that holds nothing. */
export function sluice(args: readonly string[], { cwd, input = '', env = {} }: PackedOptions = {}): Ended {
  const bin = join(inject('packedDirectory'), 'app/node_modules/.bin/sluice');
  return node([bin, ...args], { cwd: cwd ?? emptyDirectory(), input, env });
}

/** Starts the installed command, for a test that talks to it. */
export function startSluice(
  args: readonly string[],
  { cwd, env = {} }: Omit<PackedOptions, 'input'>,
): { readonly child: ChildProcess; readonly stderr: Readable; readonly status: Promise<number | null> } {
  const directory = inject('packedDirectory');
  const bin = join(directory, 'app/node_modules/.bin/sluice');
  const { PATH = '', LANG = 'C.UTF-8' } = process.env;
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    env: { PATH, LANG, HOME: join(directory, 'home'), ...PATIENT, ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const status = new Promise<number | null>((resolve) => void child.once('exit', resolve));
  return { child, stderr: child.stderr, status };
}

/** Runs Node in the project that the packages are installed in. */
export function node(args: readonly string[], { cwd, input = '', env = {} }: PackedOptions = {}): Ended {
  const directory = inject('packedDirectory');
  const { PATH = '', LANG = 'C.UTF-8' } = process.env;
  return spawnSync(process.execPath, args, {
    cwd: cwd ?? join(directory, 'app'),
    input,
    env: { PATH, LANG, HOME: join(directory, 'home'), ...PATIENT, ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}

type Call = readonly [id: string, name: string, input: object];

/** Messages of calls as lines for `sluice exec`. */
export function messageLines(...messages: readonly (readonly Call[])[]): string {
  const events = messages.flatMap((calls) => [
    ...calls.map(([id, name, input]) => ({ type: 'tool_use', id, name, input })),
    { type: 'message_stop' },
  ]);
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

/** What the model gets for a call, as text. */
export function resultOf({ stdout }: Ended, id: string): string {
  for (const line of stdout.split('\n')) {
    if (line === '') continue;
    const event: unknown = JSON.parse(line);
    if (typeof event !== 'object' || event === null) continue;
    if ('tool_use_id' in event && event.tool_use_id === id && 'content' in event) {
      return typeof event.content === 'string' ? event.content : JSON.stringify(event.content);
    }
  }
  throw new Error(`There is no result of ${id} in:\n${stdout}`);
}
