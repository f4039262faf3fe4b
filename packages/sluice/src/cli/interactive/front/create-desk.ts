import { Desk, type LineEditor, type Screen } from '@sluice/terminal';
import type { DrawnFrames } from './drawn-frames.ts';
import type { FrontEvents } from '../front-events.ts';

export interface DeskParts {
  readonly events: FrontEvents;
  readonly editor: LineEditor;
  readonly screen: Screen;
  readonly drawn: DrawnFrames;
  /** Shows a text in the status row for a moment. */
  readonly hint: (text: string, forMs: number) => void;
  readonly questionTimeoutMs: number | undefined;
}

/** The questions of a session, on the screen of the terminal. */
export function createDesk({ events, editor, screen, drawn, hint, questionTimeoutMs }: DeskParts): Desk {
  const desk: Desk = new Desk({
    onAnswered: events.onAnswered,
    onWithdrawn: events.onWithdrawn,
    onWhy: events.onWhy,
    onOpen: events.onOpen,
    onFresh: events.onFresh,
    hasAuto: events.hasAuto,
    hasBrowser: events.hasBrowser,
    onWhole: (inquiry) => {
      events.onWhole(inquiry);
      desk.sawWhole(inquiry.requestId);
    },
    whenDrawn: (done) =>
      drawn.ask(() => {
        done();
        screen.refresh();
      }),
    onChange: () => screen.refresh(),
    onPrefill: (text) => editor.setText(text),
    onEdit: events.onEdit,
    onProblem: (message) => hint(message, 4000),
    cannotShow: events.cannotShow,
    now: () => performance.now(),
    questionTimeoutMs,
  });
  return desk;
}
