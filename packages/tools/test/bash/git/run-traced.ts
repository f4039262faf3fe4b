import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onOneCpu } from '../../../../../test/support/on-one-cpu.ts';
import type { Unasked } from './ask-sluice.ts';
import { stringsIn, traceCalls, type SystemCall } from './trace-calls.ts';
import type { World } from './world.ts';

/** What a command did and wrote. */
export interface TracedRun {
  readonly command: string;
  readonly calls: readonly SystemCall[];
  readonly stdout: string;
  readonly stderr: string;
}

const SHELL = '/bin/bash';
const execute = promisify(execFile);

const SYSTEM_CALLS = [
  'execve,execveat,open,openat,openat2,creat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,symlink',
  'symlinkat,link,linkat,chmod,fchmod,fchmodat,chown,fchownat,truncate,ftruncate,utimensat,mknod,mknodat,connect,bind',
].join(',');

/** A file that is never there; the attempt to open it tells the trace which command follows. */
const MARK = '/nothing-is-here/command-';

/** Runs what Sluice would start, text and environment, one after another under one strace. */
export async function runTraced(world: World, unasked: readonly Unasked[]): Promise<readonly TracedRun[]> {
  const at = (name: string): string => join(world.run, name);
  const script = unasked.map(({ request }, index) =>
    [
      `: 2>/dev/null <${MARK}${index}`,
      `(${start(request.cwd, request.env ?? {})} ${request.shell ?? SHELL} -c ${quote(request.command)}) ` +
        `</dev/null >${quote(at(`${index}.out`))} 2>${quote(at(`${index}.err`))}`,
    ].join('\n'),
  );
  writeFileSync(at('script'), `${script.join('\n')}\n:\n`);
  const [program, ...words] = [...onOneCpu(), 'strace'];
  await execute(
    program,
    [
      ...words,
      ...['-f', '-y', '--seccomp-bpf', '-s', '4096', '-e', `trace=${SYSTEM_CALLS}`, '-o', at('trace')],
      ...[SHELL, at('script')],
    ],
    { env: { PATH: world.env['PATH'] } },
  );
  const parts = split(traceCalls(readFileSync(at('trace'), 'utf8')), unasked.length);
  return unasked.map(({ command }, index) => ({
    command,
    calls: parts[index] ?? [],
    stdout: readFileSync(at(`${index}.out`), 'utf8'),
    stderr: readFileSync(at(`${index}.err`), 'utf8'),
  }));
}

/** The same commands as they were written, in the environment that they were asked for in: what they write. */
export async function runPlain(world: World, unasked: readonly Unasked[]): Promise<readonly string[]> {
  const at = (name: string): string => join(world.run, name);
  const script = unasked.map(
    ({ command, request }, index) =>
      `(${start(request.cwd, world.env)} ${SHELL} -c ${quote(command)}) ` +
      `</dev/null >${quote(at(`${index}.plain`))} 2>/dev/null`,
  );
  writeFileSync(at('plain'), `${script.join('\n')}\n:\n`);
  await execute(SHELL, [at('plain')], { env: { PATH: world.env['PATH'] } });
  return unasked.map((_, index) => readFileSync(at(`${index}.plain`), 'utf8'));
}

function split(calls: readonly SystemCall[], count: number): readonly (readonly SystemCall[])[] {
  const parts = Array.from({ length: count }, (): SystemCall[] => []);
  let current: SystemCall[] | undefined;
  for (const call of calls) {
    const mark = stringsIn(call.args).find((text) => text.startsWith(MARK));
    if (mark !== undefined && call.name === 'openat') current = parts[Number(mark.slice(MARK.length))];
    else current?.push(call);
  }
  const empty = parts.findIndex((part) => !part.some(({ name }) => name === 'execve'));
  if (empty !== -1) throw new Error(`The trace holds nothing of command ${empty}.`);
  return parts;
}

/** What goes before a program, so that it starts in a directory with these variables and no others. */
function start(directory: string, env: Readonly<Record<string, string | undefined>>): string {
  const assigned = Object.entries({ PATH: undefined, ...env }).map(([name, value]) =>
    value === undefined ? `unset ${name}` : `export ${name}=${quote(value)}`,
  );
  return [`cd ${quote(directory)}`, 'unset OLDPWD', ...assigned, 'exec'].join(' && ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
