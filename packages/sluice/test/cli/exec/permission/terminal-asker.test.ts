import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InquiryAnswer } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { createTerminalAsker } from '../../../../src/cli/exec/permission/terminal-asker.ts';
import { request } from './request.ts';

const DROPPED = 'dropped: it was typed before';

function setUp(typedAhead = '') {
  const input = new PassThrough();
  const output = new PassThrough();
  const answers: (readonly [string, InquiryAnswer['behavior']])[] = [];
  const pending = [typedAhead];
  const asker = createTerminalAsker(input, output, { take: () => pending.pop() ?? '', close() {} });
  let said = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return {
    asker,
    input,
    output,
    answers,
    ask: (...ids: readonly string[]): void => {
      for (const id of ids) asker.push(request(id), ({ behavior }) => answers.push([id, behavior]));
    },
    askAbout: (command: string): void => {
      asker.push(request('c', { command }), ({ behavior, ...rest }) =>
        answers.push([JSON.stringify(rest), behavior]),
      );
    },
    /** What is typed comes, and what it leads to is shown. */
    type: async (...chunks: readonly string[]): Promise<void> => {
      for (const chunk of chunks) input.write(chunk);
      await nextTurn();
      await nextTurn();
    },
    /** What was said since the last time. */
    heard: (): string => {
      const text = said;
      said = '';
      return text;
    },
  };
}

describe('a line', () => {
  it('answers one question after the other, each asked once', async () => {
    const { ask, type, heard, answers } = setUp();
    ask('a', 'b', 'c');
    for (const line of ['', 'y\n', 'maybe\nn\n', 'a\n']) await type(line);
    expect(answers).toEqual([
      ['a', 'allow'],
      ['b', 'deny'],
      ['c', 'allow'],
    ]);
    const text = heard();
    expect(text.split('asks to run').length - 1).toBe(3);
    expect(text).not.toContain(DROPPED);
    expect(text.split('(not a valid answer: maybe)').length - 1).toBe(1);
  });

  it.each([
    ['typed twice', ['y\ny\n']],
    ['typed twice, in two pieces', ['y\n', 'y\n']],
    ['begun with the answer before, and ended later', ['y\ny', '\n']],
  ])('%s, answers the first question only', async (_, [chunk = '', ...later]) => {
    const { ask, type, heard, answers } = setUp();
    ask('a', 'b');
    await type();
    await type(chunk, ...later);
    expect(answers).toEqual([['a', 'allow']]);
    expect(heard()).toMatch(/command: a[^]*dropped: it was typed before[^]*command: b/);
    await type('n\n');
    expect(answers.slice(1)).toEqual([['b', 'deny']]);
  });

  it('begun for a question that is withdrawn does not answer the next, which is shown again', async () => {
    const { ask, asker, type, heard, answers } = setUp();
    ask('a', 'b');
    await type('');
    await type('y');
    asker.remove('a');
    await type();
    expect(heard()).toMatch(/no longer needed[^]*dropped: it was typed before[^]*command: b/);
    await type('\n');
    expect(answers).toEqual([]);
    expect(heard()).toMatch(/dropped: it was typed before[^]*command: b/);
    await type('y\n');
    expect(answers).toEqual([['b', 'allow']]);
  });

  it('ended in the turn in which its question is withdrawn does not answer the next', async () => {
    const { ask, asker, type, answers } = setUp();
    ask('a', 'b');
    await type();
    asker.remove('a');
    await type('y\n');
    expect(answers).toEqual([]);
    await type('y\n');
    expect(answers).toEqual([['b', 'allow']]);
  });

  it('typed while nothing is asked answers nothing', async () => {
    const { ask, type, heard, answers } = setUp();
    ask('a');
    await type();
    await type('y\n');
    await type('y\n');
    ask('b');
    await type();
    expect(answers).toEqual([['a', 'allow']]);
    expect(heard()).toContain(DROPPED);
  });

  it.each([
    ['that the terminal still holds', 'y\n'],
    ['that is being typed', 'y'],
  ])('%s when a question comes, does not answer it', async (_, held) => {
    const { ask, type, heard, answers } = setUp(held);
    ask('a');
    await type();
    expect(heard()).toContain(DROPPED);
    if (!held.endsWith('\n')) await type('\n');
    expect(answers).toEqual([]);
    await type('y\n');
    expect(answers).toEqual([['a', 'allow']]);
  });
});

it('opens a page for "o" only, and goes on asking', async () => {
  for (const hasBrowser of [true, false]) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let said = '';
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const opened: string[] = [];
    const openPage = ({ href }: URL, onFailed: () => void): void => {
      opened.push(href);
      onFailed();
    };
    const asker = createTerminalAsker(input, output, undefined, hasBrowser ? openPage : undefined);
    const { display, summary, reason, agentChain } = request('u');
    const answers: string[] = [];
    const page = { source: 'mcp:s', message: 'Log in.', url: 'https://example.com/start' };
    const inquiry = { kind: 'url', requestId: 'u', ...page, display, summary, reason, agentChain } as const;
    asker.push(inquiry, ({ behavior }) => answers.push(behavior));
    const type = async (line: string): Promise<void> => {
      input.write(line);
      await nextTurn();
      await nextTurn();
    };
    await nextTurn();
    await type('o\n');
    expect([opened, answers]).toEqual([hasBrowser ? [page.url] : [], []]);
    expect(said.includes('[o]pen it in the browser')).toBe(hasBrowser);
    expect(said).toContain(hasBrowser ? 'no browser could be opened' : 'not a valid answer: o');
    await type('y\n');
    expect(answers).toEqual(['allow']);
  }
});

describe('a long input', () => {
  it('is shown whole for "w"; only then "always" is taken', async () => {
    const { askAbout, type, heard, answers } = setUp();
    askAbout(`first\n${'x\n'.repeat(100)}middle\n${'x\n'.repeat(100)}last`);
    await type();
    const cut = heard();
    expect(cut).toContain('lines left out');
    expect(cut).toContain('[y]es, [n]o, [w]hole input;');
    await type('a\n');
    expect(answers).toEqual([]);
    await type('w\n');
    const whole = heard();
    expect(whole).toContain('      middle\n');
    expect(whole).toContain('[y]es, [a]lways, [n]o;');
    await type('a\n');
    expect(answers).toEqual([['{"always":true}', 'allow']]);
  });

  it('of which something is hidden can not be allowed for good, whole or not', async () => {
    const { askAbout, type, heard, answers } = setUp();
    askAbout(`${'x\n'.repeat(100)}a\u2800b${'\nx'.repeat(100)}`);
    await type();
    await type('w\n');
    expect(heard()).toContain('a⟨U+2800⟩b');
    await type('a\n');
    expect(answers).toEqual([]);
    await type('y\n');
    expect(answers).toEqual([['{}', 'allow']]);
  });
});

it.each([
  ['input fails', ({ input }) => void input.destroy(new Error('read EIO'))],
  ['output fails', ({ output }) => void output.destroy(new Error('write EIO'))],
  ['input ends', ({ input }) => void input.end()],
  ['asker is closed', ({ asker }) => asker.close()],
] satisfies [string, (parts: ReturnType<typeof setUp>) => void][])(
  'nobody can answer, now or later, when the %s',
  async (_, lose) => {
    const parts = setUp();
    parts.ask('a', 'b');
    await parts.type();
    lose(parts);
    await nextTurn();
    await nextTurn();
    expect(parts.answers).toEqual([
      ['a', 'unavailable'],
      ['b', 'unavailable'],
    ]);
    parts.ask('c');
    expect(parts.answers.slice(2)).toEqual([['c', 'unavailable']]);
  },
);

it('a terminal that is lost before anything is asked ends nothing', async () => {
  const { input, output, ask, answers } = setUp();
  input.destroy(new Error('read EIO'));
  output.destroy(new Error('write EIO'));
  await nextTurn();
  ask('a');
  expect(answers).toEqual([['a', 'unavailable']]);
});

describe('a question that changes while it is on display', () => {
  it('is shown again, and a line that was begun before does not answer it', async () => {
    const { asker, ask, type, heard, answers } = setUp();
    ask('a');
    await type('');
    await type('y');
    heard();
    asker.update({ ...request('a'), reason: 'another rule asks now' });
    await type('\n');
    expect(answers).toEqual([]);
    expect(heard()).toMatch(/has changed[^]*another rule asks now/);
    await type('y\n');
    expect(answers).toEqual([['a', 'allow']]);
  });

  it('is not shown again where nothing changed that is shown', async () => {
    const { asker, ask, type, heard, answers } = setUp();
    ask('a');
    await type('');
    await type('y');
    heard();
    asker.update({ ...request('a'), batch: { messageId: 'm', open: 2 } });
    await type('\n');
    expect(heard()).not.toContain('has changed');
    expect(answers).toEqual([['a', 'allow']]);
  });
});
