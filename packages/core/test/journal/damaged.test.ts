import { describe, expect, it } from 'vitest';
import { readSession, type JournalEntry } from '../../src/index.ts';
import { createKit, FREE, outcomes, runAll, toolOf } from '../support/kit.ts';

const received = (callId: string, name: string): JournalEntry => ({
  v: 1,
  time: 0,
  type: 'received',
  messageId: 'message-1',
  callId,
  name,
  input: { text: '{}' },
});

describe('a resumed journal of which lines can not be read', () => {
  it('may have lost the line that a call had begun: it is not run again, unless it only reads', async () => {
    const ran: string[] = [];
    const tool = (name: string, declaration = {}) =>
      toolOf(name, {
        ...declaration,
        async call() {
          ran.push(name);
          return { data: name };
        },
      });
    const resume = readSession([received('a', 'Effect'), received('b', 'Look')]);
    const kit = createKit([tool('Effect'), tool('Look', FREE)], { resume, isJournalDamaged: true });
    const events = await runAll(kit, [
      { id: 'a', name: 'Effect', input: {} },
      { id: 'b', name: 'Look', input: {} },
    ]);
    expect(outcomes(events)).toEqual({ a: 'outcome-unknown', b: 'ok' });
    expect(ran).toEqual(['Look']);
  });
});
