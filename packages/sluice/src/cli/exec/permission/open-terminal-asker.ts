import { closeSync, openSync } from 'node:fs';
import { ReadStream, WriteStream } from 'node:tty';
import { hasBrowser, openBrowser } from '../../open-browser.ts';
import { createTerminalAsker, type TerminalAsker } from './terminal-asker.ts';
import { openTypedAhead } from './typed-ahead.ts';

const TERMINAL = '/dev/tty';

/** Undefined if there is no terminal. It is opened by name, because standard input may contain the calls. */
export function openTerminalAsker(): TerminalAsker | undefined {
  const opened: number[] = [];
  try {
    for (const flags of ['r', 'w']) opened.push(openSync(TERMINAL, flags));
    const [reading = 0, writing = 0] = opened;
    const input = new ReadStream(reading);
    const output = new WriteStream(writing);
    const openPage = hasBrowser() ? openBrowser : undefined;
    return createTerminalAsker(input, output, openTypedAhead(TERMINAL, input), openPage);
  } catch {
    for (const descriptor of opened) closeSync(descriptor);
    return undefined;
  }
}
