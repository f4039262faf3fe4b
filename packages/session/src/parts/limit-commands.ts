import type { ProcessSession } from '@sluice/process';

/** Commands of all agents that run at once. More than may run in the background, so that some always end. */
const MAX_COMMANDS = 64;

/** The same processes, of whose commands no more than `most` run at once: the others wait, in the order in which they come. */
export function limitCommands(processes: ProcessSession, most: number = MAX_COMMANDS): ProcessSession {
  const waiting: ((hasRoom: boolean) => void)[] = [];
  let running = 0;

  /** True: the command has a place, which it gives back. False: nobody wants it any more. */
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
      // One that was cancelled says so itself.
      if (request.signal?.aborted === true) return processes.run(request);
      if (running < most) running += 1;
      else if (!(await untilRoom(request.signal))) return processes.run(request);
      try {
        return await processes.run(request);
      } finally {
        giveBack();
      }
    },
  };
}
