import { isKeyRelease, parseKey, StdinBuffer } from '@earendil-works/pi-tui';
import type { Key } from './key.ts';

/** Answers of the terminal to questions (attributes, cursor position, colors, modes): no one typed them. */
/* oxlint-disable no-control-regex -- these are the terminal's own sequences */
const REPLIES =
  /^(?:\u001b\[[?>=][0-9;]*[cnuy$]+|\u001b\[\d+;\d+R|\u001b\][^\u0007]*|\u001bP.*|\u001b\[[IO])/s;
/* oxlint-enable no-control-regex */

const READY = '\u001b[0n';

/** Turns what a terminal sends into keys and pastes, also where a sequence comes in pieces. */
export class KeyReader {
  readonly #buffer = new StdinBuffer({ escapeTimeout: 25 });

  /** @param onReady the terminal answers the question whether it is there (`CSI 5 n`): it has drawn what was sent before */
  constructor(onKey: (key: Key) => void, onReady: () => void = () => {}) {
    this.#buffer.on('data', (data) => {
      if (data === READY) {
        onReady();
        return;
      }
      if (REPLIES.test(data) || isKeyRelease(data)) return;
      onKey({ kind: 'key', name: parseKey(data) ?? data, data });
    });
    this.#buffer.on('paste', (text) => onKey({ kind: 'paste', text }));
  }

  push(data: string): void {
    this.#buffer.process(data);
  }

  close(): void {
    this.#buffer.destroy();
  }
}
