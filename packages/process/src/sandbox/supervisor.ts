import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';

const BEGIN = `trap : TERM INT HUP QUIT USR1 USR2 ALRM PIPE
exec 4>&2 2>/dev/null`;

const RUN = `echo started >&3
(exec "$@" 2>&4 3>&- 4>&-)
echo $? >&3
while :; do read -r _ <&3 || [ $? -gt 128 ] || exit; done`;

/**
 * Run by `sh` inside the sandbox, with the shell and its arguments for arguments. Says on descriptor 3 that it is there,
 * which proves that everything around it holds; runs the command and says its exit code; then waits, because the
 * namespace ends with it, and what the command has left behind is to end in good order. Its traps keep it alive when the
 * group is sent a signal, and are none any more in the command itself. It keeps to itself what killed the command.
 */
export const SUPERVISOR_SCRIPT = `${BEGIN}
${RUN}`;

/**
 * The same where hosts are listed. Before the command, Node (descriptor 6) runs the script of the first argument with the
 * second, and hands out by descriptor 5 what listens inside. Nothing of that is left when the command begins; without it
 * the sandbox ends. What the command's environment says to Node and of proxies is not for this one.
 */
export const NETWORK_SUPERVISOR_SCRIPT = `${BEGIN}
NODE_OPTIONS= NODE_EXTRA_CA_CERTS= NODE_USE_ENV_PROXY= /proc/self/fd/6 -e "$1" "$2" </dev/null >&4 2>&4 3>&- || exit
shift 2
exec 5>&- 6<&-
unset NODE_CHANNEL_FD NODE_CHANNEL_SERIALIZATION_MODE
${RUN}`;

/** What the supervisor of a sandbox says of the command. */
export interface Supervisor {
  hasStarted(): boolean;
  /** The command's exit code, 128 and its number for a signal; undefined when the supervisor has ended before it. */
  readonly exitCode: Promise<number | undefined>;
}

/** More than it ever says. */
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
