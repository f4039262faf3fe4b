import type { DeskEvents } from '../desk/desk-events.ts';

export interface PlainDeskEvents extends Omit<DeskEvents, 'onChange' | 'onPrefill' | 'whenDrawn'> {
  /** Appends lines. */
  readonly say: (text: string) => void;
  /** An inquiry is about to hear answers: what was typed until now is none. Whole lines of it are reported with `sawLine`. */
  readonly onArming: () => void;
  /** It hears them now. */
  readonly onArmed: () => void;
  /** Something else hears numbers: questions wait until `resume`. Default: nothing does. */
  readonly isHeld?: () => boolean;
}
