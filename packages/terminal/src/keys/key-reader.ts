import { isKeyRelease, parseKey, StdinBuffer } from '@earendil-works/pi-tui';
import { backgroundReply, type Background } from '../text/background.ts';
import type { TtySize } from '../tty/tty.ts';
import type { Key } from './key.ts';

/** Answers of the terminal to questions (attributes, cursor position, colors, modes): no one typed them. */
/* oxlint-disable no-control-regex -- these are the terminal's own sequences */
const REPLIES =
  /^(?:\u001b\[[?>=][0-9;]*[cnuy$]+|\u001b\[\d+;\d+R|\u001b\][^\u0007]*|\u001bP.*|\u001b\[[IO])/s;
/* oxlint-enable no-control-regex */

/** What ends a paste. */
const PASTE_END = '\u001b[201~';
const READY = '\u001b[0n';
// oxlint-disable-next-line no-control-regex -- this is the terminal's own sequence
const CURSOR = /^\u001b\[(\d+);(\d+)R$/;
/** Milliseconds after which Esc is a key of its own, and not the start of a sequence. */
const ESCAPE_MS = 25;
/** Over a network, the bytes of one key may arrive one by one. */
const REMOTE_ESCAPE_MS = 250;
/** No one types the start of a longer sequence: its rest may take this long. */
const SEQUENCE_MS = 500;
/** While the terminal owes an answer, Esc may be the start of it: so long. */
const OWED_ESCAPE_MS = 500;
/** And the rest of an answer that has begun may take this long. */
const OWED_SEQUENCE_MS = 5000;
const HIGH_SURROGATE = /^[\uD800-\uDBFF]$/;

/** Lines that come at once: no one types the second before the first is read. */
const LINES = /[^\r\n][\r\n]+[^\r\n]/;

/** Turns what a terminal sends into keys and pastes, also where a sequence comes in pieces. */
export class KeyReader {
  readonly #buffer: StdinBuffer;
  readonly #onKey: (key: Key) => void;
  /** The terminal doesn't mark pastes: several lines that come at once are one. Default false. */
  takesLinesForPaste = false;
  /** The pieces of a paste that has not ended: the buffer would walk through all of it again for each. */
  #pasted: string[] = [];
  /** The end of the last piece, in which the end of the paste may have begun. */
  #tail = '';
  /** The first half of a character that the buffer hands over in two. */
  #half = '';
  #isRemote: boolean;
  #isOwedReply = false;

  /**
   * @param onReady the terminal answers the question whether it is there (`CSI 5 n`): it has drawn what was sent before
   * @param isRemote the terminal is at the other end of a network
   * @param onSize the terminal says where the cursor is (`CSI 6 n`): in its last cell, where its size is asked for
   * @param onBackground the terminal says what its background is (OSC 11)
   */
  constructor(
    onKey: (key: Key) => void,
    onReady: () => void = () => {},
    isRemote = false,
    onSize: (size: TtySize) => void = () => {},
    onBackground: (background: Background) => void = () => {},
  ) {
    this.#onKey = onKey;
    this.#isRemote = isRemote;
    this.#buffer = new StdinBuffer({
      escapeTimeout: isRemote ? REMOTE_ESCAPE_MS : ESCAPE_MS,
      timeout: SEQUENCE_MS,
    });
    this.#buffer.on('data', (piece) => {
      if (HIGH_SURROGATE.test(piece)) {
        this.#half = piece;
        return;
      }
      const data = this.#half + piece;
      this.#half = '';
      if (data === READY) {
        onReady();
        return;
      }
      const size = CURSOR.exec(data);
      if (size !== null) {
        onSize({ columns: Number(size[2]), rows: Number(size[1]) });
        return;
      }
      const background = backgroundReply(data);
      if (background !== undefined) onBackground(background);
      if (REPLIES.test(data) || isKeyRelease(data)) return;
      onKey({ kind: 'key', name: parseKey(data) ?? data, data });
    });
    this.#buffer.on('paste', (text) => onKey({ kind: 'paste', text }));
  }

  /** Whether the bytes of one key may come one by one, as over a network: Esc alone then takes longer. */
  set isRemote(isRemote: boolean) {
    this.#isRemote = isRemote;
    this.#setTimes();
  }

  /**
   * The terminal is asked something: until it has answered, pieces of that are no keys.
   * @param question empty: it has answered, or there is no question
   * @returns whether there is a question
   */
  owes(question: string): boolean {
    this.#isOwedReply = question !== '';
    this.#setTimes();
    return this.#isOwedReply;
  }

  /** The buffer has no public way to change them. */
  #setTimes(): void {
    const escapeMs = this.#isRemote ? REMOTE_ESCAPE_MS : ESCAPE_MS;
    Reflect.set(this.#buffer, 'escapeTimeoutMs', this.#isOwedReply ? OWED_ESCAPE_MS : escapeMs);
    Reflect.set(this.#buffer, 'timeoutMs', this.#isOwedReply ? OWED_SEQUENCE_MS : SEQUENCE_MS);
  }

  push(data: string): void {
    if (this.takesLinesForPaste && !data.includes('\u001b') && LINES.test(data) && !this.#isInPaste) {
      this.#onKey({ kind: 'paste', text: data });
      return;
    }
    if (this.#isInPaste) {
      this.#pasted.push(data);
      if (!(this.#tail + data).includes(PASTE_END)) {
        this.#tail = (this.#tail + data).slice(1 - PASTE_END.length);
        return;
      }
      const all = this.#pasted.join('');
      this.#pasted = [];
      this.#buffer.process(all);
    } else this.#buffer.process(data);
    this.#tail = data.slice(1 - PASTE_END.length);
  }

  /** The buffer has no public way to say so. */
  get #isInPaste(): boolean {
    return Reflect.get(this.#buffer, 'pasteMode') === true;
  }

  close(): void {
    this.#buffer.destroy();
  }
}
