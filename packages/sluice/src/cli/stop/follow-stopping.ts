import { fitText } from '@sluice/base';
import type { NamedProcess, StoppingProcesses } from '@sluice/process';
import type { Stop } from './stop.ts';
import { AGAIN_KILLS, FIRST_KILLS, stoppingText } from './stopping-text.ts';

export interface FollowStoppingOptions {
  /** Reports to the user, in the name of the running command. */
  readonly say: (text: string) => void;
  /** The running command, as `say` writes it. */
  readonly command: string;
  /** False: other output may come to the terminal meanwhile. Default true. */
  readonly mayDraw?: boolean;
  /** Default: standard error. */
  readonly stream?: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>;
}

export interface StoppingRow {
  /** From now on, shows what of this session does not stop. Called once, before anything of the session runs. */
  follow(stopping: StoppingProcesses): void;
  /** Takes the row away while something else is written. */
  around<Result>(write: () => Promise<Result>): Promise<Result>;
  /** Takes it away for good. */
  close(): void;
}

/** Columns left free: the terminal writes ^C where the cursor is. */
const ECHO_COLUMNS = 4;
const DEFAULT_COLUMNS = 80;

/**
 * After a signal, shows what of a session does not stop: on a terminal as a row that goes with it, elsewhere as a line for each process. A
 * second Ctrl-C kills it, and whatever is ended from then on.
 */
export function followStopping(
  stop: Stop,
  { say, command, mayDraw = true, stream = process.stderr }: FollowStoppingOptions,
): StoppingRow {
  const isDrawn = mayDraw && stream.isTTY;
  const told = new Set<number>();
  let row = '';
  /** How many writes keep it away. */
  let holders = 0;

  const draw = (): void => {
    if (row !== '' && holders === 0) stream.write(row);
  };
  const erase = (): void => {
    if (row !== '' && holders === 0) stream.write('\r\u001b[2K');
  };
  const show = (processes: readonly NamedProcess[]): void => {
    const how = howToKill(stop);
    const text = how === undefined || processes.length === 0 ? '' : stoppingText(processes, how);
    if (isDrawn) {
      erase();
      row = fitText(
        text === '' ? '' : `${command}: ${text}`,
        (stream.columns || DEFAULT_COLUMNS) - ECHO_COLUMNS,
      );
      draw();
    } else if (text !== '' && !processes.every(({ pid }) => told.has(pid))) {
      for (const { pid } of processes) told.add(pid);
      say(text);
    }
  };

  let forget = (): void => {};
  let unwatch = (): void => {};
  return {
    follow(stopping) {
      forget = stop.onHurry(() => stopping.kill(true));
      unwatch = stopping.watch(show);
    },
    async around(write) {
      erase();
      holders += 1;
      try {
        return await write();
      } finally {
        holders -= 1;
        draw();
      }
    },
    close() {
      forget();
      unwatch();
      erase();
      row = '';
    },
  };
}

/** Undefined: no one who could press a key has stopped the run. */
function howToKill({ cause }: Stop): string | undefined {
  if (cause?.kind !== 'signal' || cause.signal === 'SIGHUP') return undefined;
  return cause.signal === 'SIGINT' ? AGAIN_KILLS : FIRST_KILLS;
}
