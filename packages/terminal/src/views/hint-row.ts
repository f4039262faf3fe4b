import { isCallInquiry } from '@sluice/core';
import type { Card } from '../desk/desk-events.ts';
import type { Style } from '../text/style.ts';
import { fitStyled } from '../text/fit-styled.ts';
import { joinFitting } from '../text/join-fitting.ts';
import { isMultiple } from '../desk/questionnaire.ts';

/** Who hears the keys, and how many options are not on the screen. It has a row in every state, so that nothing moves when the focus does. */
export function hintRow(card: Card, hidden: number, editHint: string, style: Style, width: number): string {
  const { inquiry, options, progress, hasFocus, isArmed, count, isTyping, secondsLeft } = card;
  const isEdit = isCallInquiry(inquiry) && inquiry.preview?.kind === 'diff';
  if (secondsLeft !== undefined)
    return style('accent', `  goes on without an answer in ${secondsLeft} s · any key stops that`);
  if (isTyping)
    return style(
      'quiet',
      `  Enter answers with this text · Esc: back${card.isPrefilled === true ? '' : ', the text stays in the prompt'}`,
    );
  if (isArmed) {
    const keys = options.some(({ hasKey }) => hasKey === false)
      ? 'type the answer, or ↑↓ and Enter'
      : keysOf(card);
    const pieces = [
      { text: hidden > 0 ? `↑↓ ${hidden} more` : '', weight: 5 },
      { text: keys, weight: 4 },
      { text: progress.at > 0 ? '← back' : '', weight: 3 },
      { text: 'Tab: to the prompt', weight: 1 },
      { text: count > 1 ? '←→ next ask' : '', weight: 2 },
      { text: isEdit ? editHint : '', weight: 0 },
    ];
    const shown = pieces.filter(({ text }) => text !== '');
    return style('quiet', fitStyled(`  ${joinFitting(shown, width - 2)}`, width));
  }
  return hasFocus ? style('quiet', '  …') : `  ${style('accent', 'Tab')} answers`;
}

/** What keys do with a card that hears them. */
function keysOf({ inquiry, progress }: Card): string {
  if (inquiry.kind === 'confirm') return 'y, n or digits answer';
  return isMultiple({ inquiry, progress }) ? 'Space marks, 7 is done' : 'digits answer';
}
