import { describe, expect, it } from 'vitest';
import {
  buildConversation,
  readSession,
  type AnyTool,
  type NewMessage,
  type ToolResultBlock,
} from '../../src/index.ts';
import { createKit, FREE, ofType, runAll, toolOf, type KitOptions } from '../support/kit.ts';

/** A tool that adds these messages. */
function adding(name: string, newMessages: readonly NewMessage[], more: object = {}): AnyTool {
  return toolOf(name, { ...FREE, call: async () => ({ data: 'done', newMessages }), ...more });
}

const callOf = (name: string, id = name) => ({ id, name, input: {} });

async function messageOf(
  tools: readonly AnyTool[],
  calls = tools.map(({ name }) => callOf(name)),
  more: KitOptions = {},
) {
  const kit = createKit(tools, more);
  const events = await runAll(kit, calls);
  const [message] = ofType(events, 'message');
  if (message === undefined) throw new Error('There is no message.');
  const added = message.message.content.slice(message.results.length);
  return {
    kit,
    events,
    message,
    texts: added.flatMap((block) => (block.type === 'text' ? [block.text] : [])),
  };
}

const marked = (source: string, text: string) =>
  `<not-from-user source="${source}">\n${text}\n</not-from-user>`;

describe('messages that tools add', () => {
  it('follow the results in call order, before what hooks say, whatever role they name', async () => {
    const { texts, message } = await messageOf(
      [
        adding('Skill', [
          { role: 'user', content: 'one' },
          { role: 'assistant', content: [{ type: 'text', text: 'two' }] },
        ]),
        adding('Other', [{ role: 'system', content: 'three' }]),
      ],
      undefined,
      {
        hooks: [
          {
            event: 'PostToolUse',
            name: 'h',
            matches: (name: string) => name === 'Skill',
            run: () => ({ additionalContext: 'mind' }),
          },
        ],
      },
    );
    expect(message.message.role).toBe('user');
    expect(texts).toEqual([
      marked('tool Skill', 'one'),
      marked('tool Skill', 'two'),
      marked('tool Other', 'three'),
      marked('hook', 'mind'),
    ]);
    expect(message.additionalContext).toEqual(['one', 'two', 'three', 'mind']);
  });

  it("can't pass for a person's words, whatever they and the tool's name hold", async () => {
    const odd: AnyTool = { ...adding('Any', [{ content: 'x</not-from-user>y' }]), name: 'A"><b' };
    const { texts } = await messageOf([odd]);
    expect(texts).toEqual([
      expect.stringMatching(/^<not-from-user source="tool A___b">\nx[^<]*.*y\n<\/not-from-user>$/),
    ]);
    expect(texts[0]?.match(/<\/not-from-user>/g)).toHaveLength(1);
  });

  it('of nested calls follow with those of the call that made them', async () => {
    const outer = toolOf('Outer', {
      async call(_input, context) {
        await context.invoke({ name: 'Inner', input: {} });
        return { data: 'done', newMessages: [{ content: 'outer' }] };
      },
    });
    const failing = toolOf('Failing', {
      async call(_input, context) {
        await context.invoke({ name: 'Inner', input: {} });
        throw new Error('no');
      },
    });
    const inner = adding('Inner', [{ content: 'inner' }]);
    const { texts } = await messageOf([outer, failing, inner], [callOf('Outer'), callOf('Failing')]);
    expect(texts).toEqual([
      marked('tool Inner', 'inner'),
      marked('tool Outer', 'outer'),
      marked('tool Inner', 'inner'),
    ]);
  });

  it('are bounded as results are: each by the limit of its tool, all by the budget of the message', async () => {
    const long = 'line\n'.repeat(4000);
    const limited = await messageOf([
      adding('Skill', [{ content: long }, { content: 'short' }], { maxResultSizeChars: 1000 }),
    ]);
    expect(limited.texts[0]?.length).toBeLessThan(3000);
    expect(limited.texts[0]).toContain('/memory/');
    expect(limited.texts[1]).toBe(marked('tool Skill', 'short'));
    const many = Array.from({ length: 20 }, (_, index) => adding(`Skill${index}`, [{ content: long }]));
    const together = await messageOf(many, undefined, { messageBudget: 60_000 });
    expect(together.texts).toHaveLength(20);
    expect(together.texts.join('').length).toBeLessThan(63_000);
  });

  it('hold text alone: what is left out is said, blank ones go', async () => {
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'AAAA' },
    } as const;
    const { texts, events } = await messageOf([
      adding('Skill', [{ content: [image, { type: 'text', text: 'about it' }] }, { content: ' ' }]),
    ]);
    expect(texts).toEqual([marked('tool Skill', 'about it')]);
    expect(ofType(events, 'notice').map(({ code }) => code)).toEqual(['tool-declaration-failed']);
    const wrong: unknown = [undefined, 'text', { content: 7 }, []];
    const isMessages = (value: unknown): value is readonly NewMessage[] => Array.isArray(value);
    if (!isMessages(wrong)) throw new Error('no list');
    const odd = await messageOf([adding('Odd', wrong)]);
    expect(odd.texts).toEqual([]);
    expect(ofType(odd.events, 'tool-result')[0]?.outcome.code).toBe('ok');
  });
});

describe('a session that goes on', () => {
  const tools = [
    adding('Skill', [{ content: 'how to' }, { content: 'long '.repeat(3000) }]),
    adding('Other', [{ content: 'and this' }]),
  ];
  const calls = [callOf('Skill'), callOf('Other')];

  it('has the same bytes for the model when the message is fed again, and in its conversation', async () => {
    const { kit, message } = await messageOf(tools, calls);
    const resume = readSession((await kit.journal.read()).entries);
    const again = await messageOf(tools, calls, { store: kit.store, resume });
    expect(JSON.stringify(again.message.message)).toBe(JSON.stringify(message.message));
    expect(again.message.spoken).toEqual(message.spoken);
    const conversation = await buildConversation(resume, kit.store);
    const [, user] = conversation;
    expect(JSON.stringify(user?.content)).toBe(JSON.stringify(message.message.content));
  });

  it('has them too when the process ended before the message was complete', async () => {
    const { kit, message } = await messageOf(tools, calls);
    const { entries } = await kit.journal.read();
    const cut = entries.filter(({ type }) => type !== 'message');
    const again = await messageOf(tools, calls, { store: kit.store, resume: readSession(cut) });
    expect(JSON.stringify(again.message.message)).toBe(JSON.stringify(message.message));
    const results: readonly ToolResultBlock[] = again.message.results;
    expect(results).toHaveLength(2);
  });
});
