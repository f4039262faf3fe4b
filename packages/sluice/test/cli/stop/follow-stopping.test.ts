import type { NamedProcess } from '@sluice/process';
import { expect, it } from 'vitest';
import { followStopping, type StoppingRow } from '../../../src/cli/stop/follow-stopping.ts';
import { createStop } from '../../../src/cli/stop/stop.ts';

const ERASE = '\r\u001b[2K';
const ROW = 'sluice: waiting for sleep (pid 7) to stop, press Ctrl-C again to kill';
const SLEEP: NamedProcess = { pid: 7, name: 'sleep' };

/** A row on a terminal after Ctrl-C, with all that is written to the terminal. */
function followed(): {
  readonly row: StoppingRow;
  readonly written: string[];
  readonly show: (processes: readonly NamedProcess[]) => void;
} {
  const stop = createStop();
  stop.trigger({ kind: 'signal', signal: 'SIGINT' });
  const written: string[] = [];
  let show: (processes: readonly NamedProcess[]) => void = () => {};
  const stopping = {
    watch(listener: typeof show) {
      show = listener;
      return () => {};
    },
    kill: () => true,
  };
  const stream = { isTTY: true, columns: 100, write: (text: unknown) => written.push(String(text)) > 0 };
  const row = followStopping(stop, { say() {}, command: 'sluice', stream });
  row.follow(stopping);
  return { row, written, show: (processes) => show(processes) };
}

it('the row gives way to what is written, and comes back behind it', async () => {
  const { row, written, show } = followed();
  show([SLEEP]);
  await row.around(async () => void written.push('a line\n'));
  expect(written).toEqual([ROW, ERASE, 'a line\n', ROW]);
  row.close();
  expect(written.at(-1)).toBe(ERASE);
});

it('a row that changes while something is written is drawn once all of that is there', async () => {
  const { row, written, show } = followed();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writes = [row.around(() => first.promise), row.around(() => second.promise)];
  show([SLEEP]);
  first.resolve();
  await writes[0];
  expect(written).toEqual([]);
  second.resolve();
  await writes[1];
  expect(written).toEqual([ROW]);
  const third = Promise.withResolvers<void>();
  const last = row.around(() => third.promise);
  show([]);
  third.resolve();
  await last;
  expect(written).toEqual([ROW, ERASE]);
});
