import type { ModelMessage } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlanNotes } from '../../src/plan/plan-notes.ts';

type Mode = 'plan' | 'default';

const said = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });
const marked = (text: string): ModelMessage => said(`<not-from-user origin="note">${text}</not-from-user>`);

/** A conversation in which the notes that the model gets stay, as they do in the agent loop. */
class Conversation {
  mode: Mode = 'default';
  messages: readonly ModelMessage[] = [];
  readonly #notes = new PlanNotes(() => ({ mode: this.mode, planFile: undefined }));

  /** What the notes say before the next request; and what notes say that see the conversation for the first time. */
  turn(): { readonly kept: readonly string[]; readonly fresh: readonly string[] } {
    this.messages = [...this.messages, said('next')];
    const fresh = new PlanNotes(() => ({ mode: this.mode, planFile: undefined }));
    const told = {
      fresh: fresh.notes(this.messages).map(({ text }) => text),
      kept: this.#notes.notes(this.messages).map(({ text }) => text),
    };
    this.messages = [...this.messages, ...told.kept.map(marked)];
    return told;
  }

  /** Only the end of the conversation stays, behind a summary. */
  compact(kept: number): void {
    this.messages = [said('What was said so far.'), ...this.messages.slice(this.messages.length - kept)];
  }
}

describe('notes about plan mode', () => {
  it('are given once when the mode begins, and once when it ends', () => {
    const conversation = new Conversation();
    expect(conversation.turn().kept).toEqual([]);
    conversation.mode = 'plan';
    expect(conversation.turn().kept).toEqual([expect.stringContaining('Plan mode is on.')]);
    expect(conversation.turn().kept).toEqual([]);
    conversation.mode = 'default';
    expect(conversation.turn().kept).toEqual([expect.stringContaining('Plan mode is off.')]);
    expect(conversation.turn().kept).toEqual([]);
  });

  it('are given again after a compaction has removed them', () => {
    const conversation = new Conversation();
    conversation.mode = 'plan';
    conversation.turn();
    conversation.turn();
    conversation.compact(1);
    expect(conversation.turn().kept).toEqual([expect.stringContaining('Plan mode is on.')]);
  });

  it('are those of notes that read the whole conversation, whatever happened before', () => {
    const step = fc.oneof(
      fc.record({ mode: fc.constantFrom<Mode>('plan', 'default') }),
      fc.record({ keep: fc.nat(4) }),
      fc.constant('turn' as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const conversation = new Conversation();
        for (const one of steps) {
          if (one === 'turn') {
            const { kept, fresh } = conversation.turn();
            expect(kept).toEqual(fresh);
          } else if ('mode' in one) conversation.mode = one.mode;
          else conversation.compact(Math.min(one.keep, conversation.messages.length));
        }
      }),
    );
  });
});
