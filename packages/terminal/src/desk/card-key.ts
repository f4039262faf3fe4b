import { isText, type Key } from '../keys/key.ts';
import { textChoice } from './entered.ts';
import type { Choice, Option } from './option.ts';

/** What a card looks like to the person who presses a key. */
export interface CardKeyScope {
  readonly options: readonly Option[];
  /** Index of the marked option, if one is. */
  readonly marked: number | undefined;
  /** The card hears keys: they may answer. */
  readonly isArmed: boolean;
  /** Index of the question at hand, of several. */
  readonly at: number;
  /** Several choices of that question may be marked. */
  readonly isMultiple: boolean;
}

export type CardAction =
  | { readonly kind: 'mark'; readonly index: number }
  /** To the question before. */
  | { readonly kind: 'back' }
  /** To the next inquiry, or the one before. */
  | { readonly kind: 'turn'; readonly step: 1 | -1 }
  /** The option is chosen if it can be seen. */
  | { readonly kind: 'choose'; readonly option: Option }
  /** Marks one of several answers to a question, or takes the mark away. */
  | { readonly kind: 'check'; readonly choice: Choice }
  /** A digit that no option has. */
  | { readonly kind: 'missing'; readonly digit: string }
  /** Text for the prompt. `isHeard`: where the card takes a text, it may be the answer. */
  | { readonly kind: 'text'; readonly isHeard: boolean }
  /** It was for the card, and does nothing. */
  | { readonly kind: 'none' }
  /** It wasn't for the card. */
  | { readonly kind: 'other' };

const NONE: CardAction = { kind: 'none' };

/** What a key does with the card that has the focus. What answers is deaf until the card is armed; moving around is not. */
export function cardAction(key: Extract<Key, { readonly kind: 'key' }>, scope: CardKeyScope): CardAction {
  const { options, marked, isArmed, at } = scope;
  switch (key.name) {
    case 'up':
    case 'down': {
      const step = key.name === 'up' ? -1 : 1;
      const from = marked ?? (step === 1 ? -1 : options.length);
      return { kind: 'mark', index: Math.min(options.length - 1, Math.max(0, from + step)) };
    }
    case 'left':
      return at > 0 ? { kind: 'back' } : { kind: 'turn', step: -1 };
    case 'right':
      return { kind: 'turn', step: 1 };
    case 'enter': {
      const option = marked === undefined ? undefined : options[marked];
      return option === undefined || !isArmed ? NONE : { kind: 'choose', option };
    }
    default:
      return typedAction(key, scope);
  }
}

function typedAction(key: Extract<Key, { readonly kind: 'key' }>, scope: CardKeyScope): CardAction {
  const { options, marked, isArmed, at, isMultiple } = scope;
  const option = options.find(
    ({ digit, letter, hasKey }) =>
      hasKey !== false && (digit === key.name || letter === key.name.toLowerCase()),
  );
  const isTyped = textChoice(options) !== undefined;
  if (option === undefined && isArmed && !isTyped && /^\d$/.test(key.name))
    return { kind: 'missing', digit: key.name };
  if (key.name === 'space' && isMultiple) {
    const choice = marked === undefined ? undefined : options[marked]?.choice;
    // One that comes too early is not for the prompt either.
    const marks = choice?.kind === 'progress' && choice.progress.at === at;
    return isArmed && marks ? { kind: 'check', choice } : NONE;
  }
  if (option !== undefined && isArmed) return { kind: 'choose', option };
  return isText(key) ? { kind: 'text', isHeard: isArmed } : { kind: 'other' };
}
