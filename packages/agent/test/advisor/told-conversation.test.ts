import { expect, it } from 'vitest';
import { ToldConversation } from '../../src/advisor/told-conversation.ts';

it('begins with the same pieces as long as the conversation only grows, and anew when its beginning changes', () => {
  const told = new ToldConversation();
  expect(told.pieces(['a', 'b'])).toEqual(['a\n\nb\n\n']);
  expect(told.pieces(['a', 'b'])).toEqual(['a\n\nb\n\n']);
  expect(told.pieces(['a', 'b', 'c'])).toEqual(['a\n\nb\n\n', 'c\n\n']);
  expect(told.pieces(['a', 'b', 'c', 'd', 'e'])).toEqual(['a\n\nb\n\n', 'c\n\n', 'd\n\ne\n\n']);
  expect(told.pieces(['a', '[key]', 'c'])).toEqual(['a\n\n[key]\n\nc\n\n']);
  expect(told.pieces(['a', '[key]', 'cc'])).toEqual(['a\n\n[key]\n\ncc\n\n']);
});
