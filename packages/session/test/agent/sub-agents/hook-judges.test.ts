import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { call, openTestSession, says } from './support/open-session.ts';

const hooks = (type: 'prompt' | 'agent') => ({
  hooks: {
    PreToolUse: [
      {
        matcher: 'Read',
        hooks: [{ type, prompt: 'JUDGE whether it may go ahead: $ARGUMENTS', continueOnBlock: true }],
      },
    ],
  },
});

const verdict = (ok: boolean, reason = '') => ({ content: [call('StructuredOutput', { ok, reason })] });

it.each([
  ['no', verdict(false, 'It is secret.'), /It is secret\./],
  ['yes', verdict(true), /seven/],
  // A failure blocks nothing.
  ['nothing', { status: 400, error: { type: 'invalid_request_error', message: 'broken' } }, /seven/],
] as const)('a hook of the type prompt asks the model, which says %s', async (_, answer, expected) => {
  const { work, server, cwd } = await openTestSession(
    { MAIN: [{ content: [call('Read', { file_path: 'code.txt' })] }, says('Done.')], JUDGE: [answer] },
    { parts: { settings: { files: [JSON.stringify(hooks('prompt'))], allow: ['Read'] } } },
  );
  writeFileSync(join(cwd, 'code.txt'), 'seven\n');
  const { texts } = await work('go');
  expect(texts[0]).toMatch(expected);
  const asked = server.requests.filter(({ body }) => JSON.stringify(body).includes('JUDGE'));
  expect(JSON.stringify(asked[0]?.body)).toContain('code.txt');
  expect(asked[0]?.body['tool_choice']).toMatchObject({ name: 'StructuredOutput' });
});

it('a hook of the type agent looks around before it says no, and its own calls ask it nothing', async () => {
  const { work, server, cwd } = await openTestSession(
    {
      MAIN: [{ content: [call('Read', { file_path: 'code.txt' })] }, says('Done.')],
      JUDGE: [
        { content: [call('Read', { file_path: 'rules.txt' })] },
        verdict(false, 'The rules forbid it.'),
      ],
    },
    { parts: { settings: { files: [JSON.stringify(hooks('agent'))], allow: ['Read'] } } },
  );
  writeFileSync(join(cwd, 'code.txt'), 'seven\n');
  writeFileSync(join(cwd, 'rules.txt'), 'Nobody reads code.txt.\n');
  const { texts } = await work('go');
  expect(texts[0]).toContain('The rules forbid it.');
  expect(server.requests).toHaveLength(3);
  expect(JSON.stringify(server.requests[2]?.body)).toContain('Nobody reads code.txt.');
});
