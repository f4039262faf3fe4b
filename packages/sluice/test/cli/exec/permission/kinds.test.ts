import { PassThrough } from 'node:stream';
import type { Asker, Inquiry, PermissionAnswer } from '@sluice/core';
import { expect, it } from 'vitest';
import { createStdioAsker } from '../../../../src/cli/exec/permission/stdio-asker.ts';
import { createTerminalAsker } from '../../../../src/cli/exec/permission/terminal-asker.ts';
import { createControlAsker } from '../../../../src/cli/print/control/control-asker.ts';
import { request } from './request.ts';

const base = { requestId: 'i', summary: 'Go on?', reason: 'somebody wants to know', agentChain: [] };
const of = { source: 'mcp:github', message: 'Log in.' };
const inquiries: readonly Inquiry[] = [
  request('i'),
  { ...request('i'), kind: 'questions' },
  { ...request('i'), kind: 'plan' },
  { ...base, ...of, kind: 'form', schema: {} },
  { ...base, ...of, kind: 'url', url: 'https://example.com/\u202e' },
  { ...base, kind: 'trust', directory: '/d', gains: ['allow Bash(make *)'] },
  { ...base, kind: 'confirm', message: 'All of it?' },
];

/** Front ends, the kinds that they show, and how a person answers there. */
const frontEnds: readonly (readonly [
  string,
  readonly Inquiry['kind'][],
  () => { asker: Asker; allow(): void },
])[] = [
  [
    'a terminal',
    ['permission', 'plan', 'url', 'trust', 'confirm'],
    () => {
      const input = new PassThrough();
      const asker = createTerminalAsker(input, new PassThrough());
      return { asker, allow: () => void input.write('y\n') };
    },
  ],
  [
    'JSON lines',
    ['permission', 'questions', 'plan'],
    () => {
      const asker = createStdioAsker();
      const response = {
        behavior: 'allow',
        updatedInput: undefined,
        message: undefined,
        always: false,
      } as const;
      return { asker, allow: () => void asker.respond({ callId: 'i', requestId: 'i', ...response }) };
    },
  ],
  [
    'the control protocol',
    ['permission', 'questions', 'plan'],
    () => {
      const asker = createControlAsker(() => {});
      return { asker, allow: () => void asker.respond('i', { behavior: 'allow' }) };
    },
  ],
];

const rows = frontEnds.flatMap(([name, kinds, make]) =>
  inquiries.map((inquiry) => [name, inquiry.kind, kinds.includes(inquiry.kind), make, inquiry] as const),
);

it.each(rows)(
  '%s, %s: is shown and answered (%s), or unavailable at once',
  async (...[, , isShown, make, inquiry]) => {
    const { asker, allow } = make();
    const { promise, resolve } = Promise.withResolvers<PermissionAnswer>();
    let isAnswered = false;
    asker.push(inquiry, (answer) => {
      isAnswered = true;
      resolve(answer);
    });
    expect(isAnswered).toBe(!isShown);
    if (isShown) {
      // What is typed before a question is on display answers nothing.
      await new Promise((shown) => setImmediate(shown));
      allow();
    }
    expect(await promise).toMatchObject(
      isShown
        ? { behavior: 'allow' }
        : { behavior: 'unavailable', reason: expect.stringMatching(/cannot show (a|questions)/) },
    );
  },
);
