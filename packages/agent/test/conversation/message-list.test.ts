import { isWorthReference } from '@sluice/core';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMessageList, type MessageList } from '../../src/conversation/message-list.ts';

type Step = { readonly type: 'answer'; readonly chars: number } | { readonly type: 'replace' | 'compact' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant('answer' as const), chars: fc.integer({ min: 490, max: 510 }) }),
  fc.constant({ type: 'replace' as const }),
  fc.constant({ type: 'compact' as const }),
);

function takeStep(list: MessageList, one: Step, messageId: string): void {
  if (one.type === 'answer') {
    list.addUser([{ type: 'text', text: 'Go on.' }], 'person');
    list.addAnswer({
      messageId,
      content: [{ type: 'tool_use', id: 'call', name: 'Read', input: {} }],
      results: [
        { type: 'tool_result', tool_use_id: 'call', content: 'x'.repeat(one.chars), is_error: false },
      ],
      texts: [],
    });
  } else if (one.type === 'compact') {
    const last = list.messages.findLast(({ role }) => role === 'assistant');
    list.compact('All that was.', last === undefined ? undefined : list.messageIdOf(last));
  } else {
    const oldest = list.results().find(({ isReplaced, content }) => !isReplaced && isWorthReference(content));
    if (oldest !== undefined) list.replace([{ ...oldest, content: 'It is elsewhere.' }]);
  }
}

it('knows which of its results stand as they came', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const list = createMessageList();
      const added: string[] = [];
      for (const [index, one] of steps.entries()) {
        const id = `id-${index}`;
        takeStep(list, one, id);
        if (one.type === 'answer') added.push(id);
        const asTheyCame = list.results().filter(({ isReplaced }) => !isReplaced);
        const expected = asTheyCame.map(({ messageId }) => messageId);
        expect(added.filter((messageId) => list.isStanding(messageId, 'call'))).toEqual(expected);
        expect(list.isStanding(id, 'another call')).toBe(false);
      }
    }),
  );
});

it('knows at any time whether one of its results may become a reference', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const list = createMessageList();
      for (const [index, one] of steps.entries()) {
        const id = `id-${index}`;
        takeStep(list, one, id);
        const expected = list
          .results()
          .some(({ isReplaced, content }) => !isReplaced && isWorthReference(content));
        expect(list.hasReplaceable).toBe(expected);
      }
    }),
  );
});
