import type { ContentBlockState } from './content-block.ts';

/** That a block has more than `cap` characters, for a notice. */
export function tooLongText(state: ContentBlockState, cap: number): string {
  switch (state.kind) {
    case 'text':
      return `A text of the message is longer than ${cap} characters; the rest is left out.`;
    case 'call':
      return `The input of a call is longer than ${cap} characters; the call is refused.`;
    case 'opaque':
      return `A block of the message is longer than ${cap} characters; it is left out.`;
    default:
      return state satisfies never;
  }
}
