import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onOneCpu } from '../../../../../test/support/on-one-cpu.ts';

export interface TracedCommand {
  /** The first one is the path of a program. */
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export interface Traced {
  /** Undefined: it didn't end in time. */
  readonly code: number | undefined;
  /** The system calls that it made and of which a command that only reads has no need, as strace writes them. */
  readonly calls: readonly string[];
}

/** Calls that write, reach the network or start a program; `open` and `execve` only with some arguments. */
const CALLS =
  'open openat openat2 creat mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink ' +
  'symlinkat mknod mknodat chmod fchmod fchmodat chown fchown lchown fchownat utime utimes futimesat utimensat ' +
  'truncate ftruncate fallocate setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr mount umount2 ' +
  'pivot_root sethostname setdomainname settimeofday clock_settime clock_adjtime adjtimex syslog swapon swapoff ' +
  'reboot init_module finit_module delete_module acct sync syncfs kill connect bind sendto sendmsg sendmmsg ' +
  'execve execveat';

/** Where Debian's programs are. */
export const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const TRACE = `trace=${CALLS.split(' ')
  .map((call) => `?${call}`)
  .join(',')}`;

/**
 * Runs commands one after the other where all but `root` is read-only and there is no network; `root` is their `/tmp`,
 * `root/home` their home and `root/work` their working directory.
 */
export function runTraced(root: string, commands: readonly TracedCommand[]): Traced[] {
  const log = mkdtempSync(join(tmpdir(), 'sluice-trace-'));
  const trace = join(log, 'trace');
  try {
    const isolation = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--bind', log, '/mnt'];
    const apart = ['--bind', root, '/tmp', '--unshare-net', '--unshare-pid', '--die-with-parent'];
    const strace = [
      ...onOneCpu(),
      'strace',
      '-f',
      '--seccomp-bpf',
      '-qq',
      '-e',
      TRACE,
      '-e',
      'signal=none',
      '-o',
      '/mnt/trace',
    ];
    const driver = ['perl', join(import.meta.dirname, 'run-commands.pl'), '2', '/tmp/work'];
    const { stdout, stderr, status, error } = spawnSync(
      'bwrap',
      [...isolation, ...apart, ...strace, ...driver],
      {
        input: commands.map((command) => lineOf(command)).join(''),
        encoding: 'utf8',
        env: { PATH, HOME: '/tmp/home', LANG: 'C.UTF-8' },
      },
    );
    if (status !== 0) throw new Error(`The commands could not be run: ${String(error ?? stderr)}`);
    const codes = stdout.trimEnd().split('\n');
    if (codes.length !== commands.length) throw new Error(`Not all commands ran: ${stderr}`);
    const calls = callsOf(readFileSync(trace, 'latin1'));
    return codes.map((code, index) => ({
      code: code === 'late' ? undefined : Number(code),
      calls: calls.get(index) ?? [],
    }));
  } finally {
    rmSync(log, { recursive: true });
  }
}

function lineOf({ words, environment }: TracedCommand): string {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return `${[...variables, '', ...words].map((field) => Buffer.from(field).toString('hex')).join(' ')}\n`;
}

/** The calls of each command, by its index. A call during which another process was seen stands in two lines. */
function callsOf(trace: string): Map<number, string[]> {
  const calls = new Map<number, string[]>();
  const unfinished = new Map<string, { readonly index: number; readonly start: string }>();
  const add = (index: number, call: string): void => {
    if (/^(?:open|openat|openat2)\(/.test(call) && !/\bO_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)\b/.test(call))
      return;
    calls.set(index, [...(calls.get(index) ?? []), call]);
  };
  let index = -1;
  for (const line of trace.split('\n')) {
    const mark = /"\/pair\/(\d+|end)"/.exec(line)?.[1];
    if (mark !== undefined) {
      index = Number(mark);
      continue;
    }
    const [, pid = '', call = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    // `???(` is a thread that ended before strace could read which call it was in.
    if (call === '' || call.startsWith('+++') || call.startsWith('???(')) continue;
    const start = /^(.*) <unfinished \.\.\.>$/.exec(call)?.[1];
    const rest = /^<\.\.\. \w+ resumed>(.*)$/.exec(call)?.[1];
    const first = unfinished.get(pid);
    if (start !== undefined) unfinished.set(pid, { index, start });
    else if (rest === undefined) add(index, call);
    else if (first !== undefined) {
      unfinished.delete(pid);
      add(first.index, `${first.start}${rest}`);
    }
  }
  for (const { index: at, start } of unfinished.values()) add(at, `${start} <unfinished ...>`);
  return calls;
}
