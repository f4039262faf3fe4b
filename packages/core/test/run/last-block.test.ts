import { describe, expect, it } from 'vitest';
import type { AnyTool } from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import {
  call,
  collect,
  createFeed,
  createGate,
  createKit,
  end,
  FREE,
  outcomes,
  toEnd,
  toolOf,
} from '../support/kit.ts';
import { asking, createPerson } from '../support/person.ts';

describe('max_tokens', () => {
  it('refuses the last call, not an earlier one whose validation is slow', async () => {
    const gate = createGate();
    const slowTool: AnyTool = {
      ...toolOf('Slow', FREE),
      inputSchema: {
        '~standard': {
          version: 1,
          vendor: 'test',
          validate: async (value: unknown) => {
            await gate.passed;
            return { value };
          },
        },
      },
    };
    const kit = createKit([slowTool, toolOf('Fast', FREE)]);
    const feed = createFeed();
    const reading = collect(kit.runtime.run(feed.items));
    feed.put(call('c1', 'Slow'), call('c2', 'Fast'));
    await quiet();
    feed.put(end('max_tokens'));
    await quiet();
    gate.open();
    feed.end();
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({ c1: 'ok', c2: 'invalid-input' });
  });

  it('does not refuse an earlier call when the last block was a duplicate that never ran', async () => {
    const kit = createKit([toolOf('Ask', {})], {
      policy: asking('Ask', 'Any', 'Bad'),
      asker: createPerson().asker,
    });
    const feed = createFeed();
    const reading = collect(kit.runtime.run(feed.items));
    feed.put(call('c1', 'Ask'), call('c1', 'Ask'), end('max_tokens'));
    await quiet();
    expect(reading.events.filter((event) => event.type === 'tool-result')).toEqual([]);
  });
});
