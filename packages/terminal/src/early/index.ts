/** The part of this package that is there before the rest of the program is loaded. */
export { EarlyPrompt, type EarlyTaker } from './early-prompt.ts';
