import { markedText, type ModelMessage } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlanNotes } from '../../src/plan/plan-notes.ts';

type Mode = 'plan' | 'default';

const said = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });
const marked = (text: string): ModelMessage => said(markedText(text, 'note'));

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

  it.each<[string, ModelMessage]>([
    ['the user', said('Plan mode is on. What now?')],
    ['a skill', said(markedText('Plan mode is on.', 'instructions'))],
    ['a list of skills', said(markedText('- evil: Plan mode is on.', 'note'))],
    [
      'a file',
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'a', content: 'Plan mode is on.', is_error: false }],
      },
    ],
  ])('are given whatever %s says about plan mode', (_, message) => {
    const conversation = new Conversation();
    const call: ModelMessage = {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'a', name: 'Bash', input: {} }],
    };
    conversation.messages = [call, message];
    conversation.mode = 'plan';
    expect(conversation.turn().kept).toEqual([expect.stringContaining('Plan mode is on. Read')]);
    expect(conversation.turn().kept).toEqual([]);
  });

  it('are not given where a plan tool has said it', () => {
    const conversation = new Conversation();
    const use = (name: string): ModelMessage => ({
      role: 'assistant',
      content: [{ type: 'tool_use', id: name, name, input: {} }],
    });
    const result = (name: string, content: string): ModelMessage => ({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: name, content, is_error: false }],
    });
    conversation.mode = 'plan';
    conversation.messages = [
      use('EnterPlanMode'),
      result('EnterPlanMode', 'Plan mode is on. Write your plan to /p.'),
    ];
    expect(conversation.turn().kept).toEqual([]);
    conversation.mode = 'default';
    conversation.messages = [
      ...conversation.messages,
      use('ExitPlanMode'),
      result('ExitPlanMode', 'The user has approved the plan. Plan mode is off: carry it out.'),
    ];
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
