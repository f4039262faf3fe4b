import { sayAs } from '../say.ts';
import { SIGNAL_STATUS, type Stop, type StopSignal } from './stop.ts';
import { SELDOM_MS, watchParent } from './watch-parent.ts';

const SIGNALS: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** A terminal whose keys the program reads itself. */
interface OwnTerminal {
  /** Takes SIGINT in place of all else: Ctrl-C is a key of the program. Undefined: the key is not a signal, and a SIGINT comes from outside. */
  readonly onInterrupt: (() => void) | undefined;
  /** Another program has the terminal: SIGINT is meant for it. */
  readonly isLent: boolean;
}

/**
 * For a run that was told to end and can't, for example because its output is not being read, or because a hook takes more time than
 * the 1.5 s that hooks of SessionEnd have by default. Programs built on the Agent SDK send SIGKILL five seconds after SIGTERM.
 */
const LONGEST_END_MS = 4_500;

/**
 * Lets signals stop the run. A SIGINT after another signal kills what is being stopped; if nothing is, a second SIGINT ends the program
 * immediately. A SIGTERM or SIGHUP does after 4.5 seconds (the watchdog ends what it started). If npm started the program, npm's exit is treated as a SIGTERM, and a SIGINT
 * that npm receives as this program's own. The returned function removes the handlers.
 * @param say reports to the user, in the name of the running command
 * @param terminal default: Ctrl-C is a signal, and the terminal echoes it
 */
export function watchSignals(
  stop: Stop,
  say: (text: string) => void = sayAs('sluice exec'),
  terminal?: OwnTerminal,
): () => void {
  let interrupts = 0;
  let passedOn = 0;
  let deadline: NodeJS.Timeout | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    const known = SIGNALS.find((name) => name === signal);
    if (known === undefined || (known === 'SIGINT' && terminal?.isLent === true)) return;
    if (known === 'SIGINT' && terminal?.onInterrupt !== undefined) {
      terminal.onInterrupt();
      return;
    }
    if (known === 'SIGINT') {
      interrupts += 1;
      if (stop.cause?.kind === 'signal' && stop.hurry()) return;
      if (interrupts > 1) process.exit(SIGNAL_STATUS.SIGINT);
    }
    // The terminal has echoed ^C: the next output starts on a new line.
    if (known === 'SIGINT' && terminal === undefined)
      [process.stderr, process.stdout].find(({ isTTY }) => isTTY)?.write('\n');
    stop.trigger({ kind: 'signal', signal: known });
    if (known !== 'SIGINT')
      deadline ??= setTimeout(() => process.exit(SIGNAL_STATUS[known]), LONGEST_END_MS).unref();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const unwatchParent = watchParent(
    process.env,
    {
      onGone() {
        say('npm has exited, so the run is being stopped');
        onSignal('SIGTERM');
      },
      onInterrupt() {
        // A terminal interrupts all of its programs at once.
        if (interrupts > 0) return;
        passedOn += 1;
        if (passedOn > 1 && stop.hurry()) return;
        if (passedOn > 1) process.exit(SIGNAL_STATUS.SIGINT);
        stop.trigger({ kind: 'signal', signal: 'SIGINT' });
      },
    },
    terminal === undefined ? undefined : SELDOM_MS,
  );
  return () => {
    unwatchParent();
    clearTimeout(deadline);
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}
