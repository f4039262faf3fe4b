import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';

const BEGIN = `trap : TERM INT HUP QUIT USR1 USR2 ALRM PIPE
exec 4>&2 2>/dev/null`;

const RUN = `echo started >&3
(exec "$@" 2>&4 3>&- 4>&-)
echo $? >&3
while :; do read -r _ <&3 || [ $? -gt 128 ] || exit; done`;

/**
 * Run by `sh` inside the sandbox, with the shell and its arguments. Reports on descriptor 3 that it has started, which proves that the
 * sandbox works; runs the command and reports its exit code; then waits, because the namespace ends with it, and what the command left
 * behind should end in an orderly way. Its traps keep it alive when the group is signaled; the command itself doesn't inherit them. The
 * shell's message about a killed command is discarded.
 */
export const SUPERVISOR_SCRIPT = `${BEGIN}
${RUN}`;

/**
 * The same if hosts are listed. Before the command, Node (descriptor 6) runs the script in the first argument with the second, and hands
 * out listening sockets through descriptor 5. Nothing of that is left when the command starts; if it fails, the sandbox ends. The
 * command's Node and proxy variables don't apply to it.
 */
export const NETWORK_SUPERVISOR_SCRIPT = `${BEGIN}
NODE_OPTIONS= NODE_EXTRA_CA_CERTS= NODE_USE_ENV_PROXY= /proc/self/fd/6 -e "$1" "$2" </dev/null >&4 2>&4 3>&- || exit
shift 2
exec 5>&- 6<&-
unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE
${RUN}`;

/** What a sandbox's supervisor reports about the command. */
interface Supervisor {
  hasStarted(): boolean;
  /** The command's exit code, or 128 plus the signal's number; undefined if the supervisor has ended before. */
  readonly exitCode: Promise<number | undefined>;
}

/** More than it ever writes. */
const MAX_LENGTH = 64;

export function listenToSupervisor(child: ChildProcess): Supervisor {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const line = child.stdio[3];
  let said = '';
  if (line instanceof Socket) {
    line.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('latin1')).slice(0, MAX_LENGTH);
      const code = /^started\n(\d+)\n/.exec(said)?.[1];
      if (code !== undefined) resolve(Number(code));
    });
    line.on('error', () => {});
    line.once('close', () => resolve(undefined));
  } else resolve(undefined);
  return { hasStarted: () => said.startsWith('started\n'), exitCode: promise };
}
