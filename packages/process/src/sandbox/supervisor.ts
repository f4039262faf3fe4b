import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Run by `sh` inside the sandbox, with the shell and its arguments for arguments. Says on descriptor 3 that it is there,
 * which proves that everything around it holds; runs the command and says its exit code; then waits, because the
 * namespace ends with it, and what the command has left behind is to end in good order. Its traps keep it alive when the
 * group is sent a signal, and are none any more in the command itself. It keeps to itself what killed the command.
 */
export const SUPERVISOR_SCRIPT = `trap : TERM INT HUP QUIT USR1 USR2 ALRM PIPE
exec 4>&2 2>/dev/null
echo started >&3
(exec "$@" 2>&4 3>&- 4>&-)
echo $? >&3
while :; do read -r _ <&3 || [ $? -gt 128 ] || exit; done`;

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
