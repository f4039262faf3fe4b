import { PassThrough } from 'node:stream';
import type { Asker, Inquiry, InquiryAnswer } from '@sluice/core';
import { expect, it } from 'vitest';
import type { ClientAnswer } from '../../../../../mcp/src/server/client-link.ts';
import { createElicitingAsker } from '../../../../../mcp/src/server/eliciting-asker.ts';
import { askerOf } from '../../../../../session/src/permission/can-use-tool.ts';
import { createStdioAsker } from '../../../../src/cli/exec/permission/stdio-asker.ts';
import { createTerminalAsker } from '../../../../src/cli/exec/permission/terminal-asker.ts';
import { createControlAsker } from '../../../../src/cli/print/control/control-asker.ts';
import { request } from './request.ts';

const base = { requestId: 'i', summary: 'Go on?', reason: 'somebody wants to know', agentChain: [] };
const display = { text: 'message: Log in.', isWhole: true, warnings: ['Look at the host.'] };
const of = { source: 'mcp:github', message: 'Log in.', display };
/** One of each kind. A new kind doesn't compile before it has its row here and in each front end's table. */
const inquiries: { readonly [Kind in Inquiry['kind']]: Extract<Inquiry, { kind: Kind }> } = {
  permission: request('i'),
  questions: { ...request('i'), kind: 'questions' },
  plan: { ...request('i'), kind: 'plan' },
  form: { ...base, ...of, kind: 'form', schema: { type: 'object', properties: {} } },
  url: { ...base, ...of, kind: 'url', url: 'https://example.com/\u202e' },
  trust: { ...base, kind: 'trust', directory: '/d', gains: ['allow Bash(make *)'] },
  confirm: { ...base, kind: 'confirm', message: 'All of it?' },
};

interface FrontEnd {
  readonly shows: Readonly<Record<Inquiry['kind'], boolean>>;
  /** As a person answers there. */
  readonly open: () => { readonly asker: Asker; allow(): void };
}

const CALLS_ONLY = {
  permission: true,
  questions: true,
  plan: true,
  form: false,
  url: false,
  trust: false,
  confirm: false,
};

const frontEnds: Readonly<Record<string, FrontEnd>> = {
  'a terminal': {
    shows: { ...CALLS_ONLY, questions: false, url: true, trust: true, confirm: true },
    open() {
      const input = new PassThrough();
      const asker = createTerminalAsker(input, new PassThrough());
      return { asker, allow: () => void input.write('y\n') };
    },
  },
  'JSON lines': {
    shows: CALLS_ONLY,
    open() {
      const asker = createStdioAsker();
      const response = {
        behavior: 'allow',
        updatedInput: undefined,
        feedback: undefined,
        always: false,
      } as const;
      return { asker, allow: () => void asker.respond({ callId: 'i', requestId: 'i', ...response }) };
    },
  },
  'the control protocol': {
    shows: { ...CALLS_ONLY, form: true, url: true },
    open() {
      const asker = createControlAsker(() => {}, { mode: () => undefined, serverOf: () => undefined });
      const response = { behavior: 'allow', action: 'accept', content: {} };
      return { asker, allow: () => void asker.respond('i', response) };
    },
  },
  'an MCP client': {
    shows: { ...CALLS_ONLY, questions: false, form: true, url: true, trust: true, confirm: true },
    open() {
      const { promise, resolve } = Promise.withResolvers<ClientAnswer>();
      const capabilities = { forms: true, urls: true, sampling: false, roots: false };
      const asker = createElicitingAsker({ capabilities, ask: () => promise, log() {} }, 'i');
      const response = { action: 'accept', content: { decision: 'once' } };
      return { asker, allow: () => resolve({ ok: true, response }) };
    },
  },
  'an MCP client without elicitation': {
    shows: { ...CALLS_ONLY, permission: false, questions: false, plan: false },
    open() {
      const capabilities = { forms: false, urls: false, sampling: false, roots: false };
      const ask = () => Promise.reject(new Error('It was asked.'));
      return { asker: createElicitingAsker({ capabilities, ask, log() {} }, 'i'), allow() {} };
    },
  },
  'a function of the library': {
    shows: CALLS_ONLY,
    open() {
      const { promise, resolve } = Promise.withResolvers<{ behavior: 'allow' }>();
      return { asker: askerOf(() => promise), allow: () => resolve({ behavior: 'allow' }) };
    },
  },
};

const rows = Object.entries(frontEnds).flatMap(([name, { shows, open }]) =>
  Object.values(inquiries).map(
    (inquiry) => [name, inquiry.kind, shows[inquiry.kind], open, inquiry] as const,
  ),
);

it.each(rows)(
  '%s, %s: is shown and answered (%s), or unavailable at once',
  async (...[, , isShown, open, inquiry]) => {
    const { asker, allow } = open();
    const { promise, resolve } = Promise.withResolvers<InquiryAnswer>();
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
        : {
            behavior: 'unavailable',
            reason: expect.stringMatching(/cannot show (a|questions)|about tool calls only/),
          },
    );
  },
);
