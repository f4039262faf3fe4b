/** The part of this package that is there before the rest of the program is loaded. */
export { drawPrompt, EarlyPrompt, erasePrompt, type EarlyTaker } from './early-prompt.ts';
