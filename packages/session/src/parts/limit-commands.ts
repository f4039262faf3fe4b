import type { ProcessSession } from '@sluice/process';

/**
 * Maximum number of concurrent commands across all agents. Higher than the background limit, so that some
 * always end.
 */
const MAX_COMMANDS = 64;

/** The same processes, running at most `max` commands at a time; the others wait in order. */
export function limitCommands(processes: ProcessSession, max: number = MAX_COMMANDS): ProcessSession {
  const waiting: ((hasRoom: boolean) => void)[] = [];
  let running = 0;

  /** True: the command has a slot, which it must give back. False: it was canceled. */
  const untilRoom = (signal: AbortSignal | undefined): Promise<boolean> =>
    new Promise((resolve) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(enter), 1);
        resolve(false);
      };
      const enter = (hasRoom: boolean): void => {
        signal?.removeEventListener('abort', leave);
        resolve(hasRoom);
      };
      waiting.push(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });

  const giveBack = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next(true);
  };

  return {
    ...processes,
    async run(request) {
      // A canceled command reports that itself.
      if (request.signal?.aborted === true) return processes.run(request);
      if (running < max) running += 1;
      else if (!(await untilRoom(request.signal))) return processes.run(request);
      try {
        return await processes.run(request);
      } finally {
        giveBack();
      }
    },
  };
}
