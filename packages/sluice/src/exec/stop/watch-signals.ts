import { SIGNAL_STATUS, type Stop, type StopSignal } from './stop.ts';

const SIGNALS: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Lets signals stop the run; a second SIGINT ends the program at once (what it started is ended by its watchdog). The
 * returned function gives the signals back.
 */
export function watchSignals(stop: Stop): () => void {
  let interrupts = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    const known = SIGNALS.find((name) => name === signal);
    if (known === undefined) return;
    if (known === 'SIGINT' && (interrupts += 1) > 1) process.exit(SIGNAL_STATUS.SIGINT);
    stop.trigger({ kind: 'signal', signal: known });
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}
