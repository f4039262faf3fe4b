import type { CardFocus } from './card-focus.ts';
import type { DeskEvents } from './desk-events.ts';
import type { OpenInquiry } from './open-inquiries.ts';
import type { Option } from './option.ts';

/** A card as it was drawn. */
export interface DrawnCard {
  readonly showsAll: boolean;
  /** Of the options that are shown with all of their text. */
  readonly digits: ReadonlySet<string>;
}

/** What of the card is on the screen: nothing is chosen that can't be seen. */
export class CardSight {
  readonly #focus: CardFocus;
  readonly #events: Pick<DeskEvents, 'whenDrawn' | 'onProblem'>;
  #digits: ReadonlySet<string> | undefined;
  #isCut = true;

  constructor(focus: CardFocus, events: Pick<DeskEvents, 'whenDrawn' | 'onProblem'>) {
    this.#focus = focus;
    this.#events = events;
  }

  /** The card on the screen leaves something out. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Another card is to be shown. */
  reset(): void {
    this.#isCut = true;
  }

  /**
   * Draws the card for a frame: with the answers that it has once all of it was seen, where all of it has room beside them.
   * @param rowsOf draws the inquiry as it is given, with what `isCut` says then
   */
  draw<Drawn extends DrawnCard>(open: OpenInquiry, rowsOf: (open: OpenInquiry) => Drawn): Drawn {
    this.#isCut = false;
    const whole = rowsOf({ ...open, hasSeenAll: true });
    this.#isCut = !whole.showsAll;
    const drawn = whole.showsAll ? whole : rowsOf(open);
    this.framed(open, whole.showsAll, drawn.digits);
    return drawn;
  }

  /** The frame that shows the card was written. @param digits undefined: those of all options are shown */
  framed(open: OpenInquiry, sawAll: boolean, digits: ReadonlySet<string> | undefined): void {
    this.#digits = digits;
    this.#isCut = !sawAll;
    if (sawAll) open.hasSeenAll = true;
    if (!this.#focus.framed()) return;
    const { frame } = this.#focus;
    const { whenDrawn } = this.#events;
    if (whenDrawn === undefined) this.#focus.seen(frame);
    else whenDrawn(() => this.#focus.seen(frame));
  }

  /** What isn't on the screen is not chosen, but for what only tells more. False: the person reads why. */
  mayChoose({ digit, choice }: Option): boolean {
    if (choice.kind === 'why' || choice.kind === 'whole') return true;
    if (this.#digits?.has(digit) !== false) return true;
    this.#events.onProblem(
      'this answer is not on the screen: make the window higher, or press 7 for all of it',
    );
    return false;
  }
}
