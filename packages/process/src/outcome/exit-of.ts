import type { ChildProcess } from 'node:child_process';
import type { CommandEnd, CommandRequest } from '../command.ts';
import { readHead } from '../files/read-ends.ts';
import { listenToSupervisor } from '../sandbox/supervisor.ts';

const MESSAGE_BYTES = 500;

/** How the shell ended: by itself, or as reported by its sandbox, which continues until everything else has ended. */
export async function exitOf(
  child: ChildProcess,
  request: CommandRequest,
  isSandboxed: boolean,
): Promise<CommandEnd> {
  const exit = exitOfChild(child);
  if (!isSandboxed) return exit;
  const supervisor = listenToSupervisor(child);
  const code = await supervisor.exitCode;
  if (code !== undefined) return { status: 'exited', code };
  const end = await exit;
  if (supervisor.hasStarted()) return end;
  return { status: 'spawn-failed', code: 'sandbox-unavailable', message: reasonIn(request.outputPath) };
}

function exitOfChild(child: ChildProcess): Promise<CommandEnd> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      resolve(signal === null ? { status: 'exited', code: code ?? 0 } : { status: 'signalled', signal });
    });
  });
}

/** Bubblewrap's own message: it writes to the command's output. */
function reasonIn(outputPath: CommandRequest['outputPath']): string {
  try {
    const said = readHead(outputPath, MESSAGE_BYTES).trim();
    return said === ''
      ? 'The sandbox ended before the command started.'
      : `The sandbox could not be created: ${said}`;
  } catch {
    return 'The sandbox could not be created.';
  }
}
