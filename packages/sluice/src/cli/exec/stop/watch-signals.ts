import { sayAs } from '../../say.ts';
import { SIGNAL_STATUS, type Stop, type StopSignal } from './stop.ts';
import { watchParent } from './watch-parent.ts';

const SIGNALS: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** A run that was told to end and can't, because nobody reads its output, say. */
const LONGEST_END_MS = 10_000;

/**
 * Lets signals stop the run; a second SIGINT ends the program at once, and one of the others after ten seconds (what it
 * started is ended by its watchdog). If npm started the program, the end of npm is taken for a SIGTERM, and a SIGINT that
 * npm gets is taken for one of this program. The returned function gives the signals back.
 * @param say tells the person, in the name of the command that runs
 */
export function watchSignals(stop: Stop, say: (text: string) => void = sayAs('sluice exec')): () => void {
  let interrupts = 0;
  let passedOn = 0;
  let deadline: NodeJS.Timeout | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    const known = SIGNALS.find((name) => name === signal);
    if (known === undefined) return;
    if (known === 'SIGINT' && (interrupts += 1) > 1) process.exit(SIGNAL_STATUS.SIGINT);
    // The terminal has echoed ^C: what is written next begins on a line of its own.
    if (known === 'SIGINT') [process.stderr, process.stdout].find(({ isTTY }) => isTTY)?.write('\n');
    stop.trigger({ kind: 'signal', signal: known });
    if (known !== 'SIGINT')
      deadline ??= setTimeout(() => process.exit(SIGNAL_STATUS[known]), LONGEST_END_MS).unref();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const unwatchParent = watchParent(process.env, {
    onGone() {
      say('npm has exited, so the run is being stopped');
      onSignal('SIGTERM');
    },
    onInterrupt() {
      // A terminal interrupts all of its programs at once.
      if (interrupts > 0) return;
      if ((passedOn += 1) > 1) process.exit(SIGNAL_STATUS.SIGINT);
      stop.trigger({ kind: 'signal', signal: 'SIGINT' });
    },
  });
  return () => {
    unwatchParent();
    clearTimeout(deadline);
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}
