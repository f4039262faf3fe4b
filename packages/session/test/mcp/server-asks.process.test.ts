import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Inquiry, InquiryAnswer, JsonObject } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { scratch } from '../../../sluice/test/cli/exec/support/scratch.ts';
import { withServer } from './support/with-server.ts';

const form = {
  message: 'Which?\u0007',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};
const page = { mode: 'url', message: 'Log in', url: 'https://example.com/login', elicitationId: 'e' };

const fields = (properties: JsonObject): JsonObject => ({
  message: 'x',
  requestedSchema: { type: 'object', properties },
});

function person(answer: InquiryAnswer) {
  const asked: Inquiry[] = [];
  const asker = {
    push(inquiry: Inquiry, reply: (answer: InquiryAnswer) => void) {
      asked.push(inquiry);
      reply(answer);
    },
    remove() {},
    update() {},
  };
  return { asked, asks: { asker, kinds: ['form', 'url'] as const } };
}

describe('a server that asks', () => {
  it.each<[string, InquiryAnswer, object, object]>([
    [
      'a form that is filled in',
      { behavior: 'allow', updatedInput: { name: 'Ada' } },
      form,
      { action: 'accept', content: { name: 'Ada' } },
    ],
    // Nothing that does not fit is sent as what a person said.
    [
      'a form that is filled in wrongly',
      { behavior: 'allow', updatedInput: { name: 7 } },
      form,
      { action: 'cancel' },
    ],
    ['a form that is declined', { behavior: 'deny' }, form, { action: 'decline' }],
    ['a form that is closed', { behavior: 'deny', isDismissed: true }, form, { action: 'cancel' }],
    [
      'a form when no one is there after all',
      { behavior: 'unavailable', reason: 'gone' },
      form,
      { action: 'cancel' },
    ],
    ['a page that is opened', { behavior: 'allow' }, page, { action: 'accept' }],
    ['a page that is not', { behavior: 'deny' }, page, { action: 'decline' }],
  ])('%s', async (_title, answer, params, expected) => {
    const { asked, asks } = person(answer);
    const { text } = await withServer({}, {}, asks);
    expect(JSON.parse(await text('ask', { ...params }))).toEqual(expected);
    expect(asked).toMatchObject([{ source: 'mcp:f', reason: 'the MCP server f asks' }]);
    expect(JSON.stringify(asked)).not.toContain('\\u0007');
  });

  it.each([
    [{ ...page, url: 'javascript:alert(1)' }],
    [{ ...page, url: 'http://example.com/' }],
    [{ ...page, url: 'file:///etc/passwd' }],
    [{ ...page, url: 'https://good.com@evil.com/' }],
    [{ ...page, url: 'https://good.com:x@evil.com/' }],
    [{ ...page, url: 'http://localhost@evil.com/' }],
    [fields({ ['p\u202e']: { type: 'string' } })],
    [fields({ p: { type: 'string', enum: ['a', 'a\u200b'] } })],
    [fields({ p: { type: 'string', oneOf: [{ const: 'a\u001b[2J', title: 'A' }] } })],
    [fields({ p: { type: 'array', items: { type: 'string', enum: ['\u3164'] } } })],
    [fields({ p: { type: 'string', default: 'x\u2066y' } })],
    [fields({ title: { type: 'string', default: '\u202e' } })],
    [
      {
        message: 'x',
        requestedSchema: { type: 'object', properties: { a: { type: 'object', properties: {} } } },
      },
    ],
    [{ message: 'x' }],
  ])('what no one should be shown gets an error: %j', async (params) => {
    const { asked, asks } = person({ behavior: 'allow' });
    const { text } = await withServer({}, {}, asks);
    expect(JSON.parse(await text('ask', params))).toMatchObject({ code: -32603 });
    expect(asked).toEqual([]);
  });

  it.each([
    ['https://example.com/\u202e?a=\u200b', 'https://example.com/%E2%80%AE?a=%E2%80%8B', 'U+202E'],
    [
      'https://\u0430\u0440\u0440\u04cf\u0435.com/',
      'https://xn--80ak6aa92e.com/',
      'xn--80ak6aa92e.com contains letters other than ASCII: \u0430\u0440\u0440\u04cf\u0435.com',
    ],
    [
      'https://xn--80ak6aa92e.com/',
      'https://xn--80ak6aa92e.com/',
      'xn--80ak6aa92e.com contains letters other than ASCII: \u0430\u0440\u0440\u04cf\u0435.com',
    ],
    ['https://exam\tple.com\\@evil.com', 'https://example.com/@evil.com', ''],
  ])('the address %j is shown as %s', async (url, shown, warning) => {
    const { asked, asks } = person({ behavior: 'allow' });
    const { text } = await withServer({}, {}, asks);
    await text('ask', { ...page, url });
    const display = {
      text: expect.stringMatching(/^url: [!-~]+\nhost: [!-~]+$/mu),
      warnings: expect.anything(),
    };
    expect(asked).toMatchObject([{ url: shown, display }]);
    expect(JSON.stringify(asked[0])).toContain(warning);
  });

  it('no text of a form hides anything, and what it hid is named', async () => {
    const { asked, asks } = person({ behavior: 'allow', updatedInput: { title: 'a' } });
    const { text } = await withServer({}, {}, asks);
    const hidden = 'P\u202eevil\u200b\u001b[2J';
    const title = { type: 'string', title: hidden, description: hidden, enum: ['a'], enumNames: [hidden] };
    const other = { type: 'string', oneOf: [{ const: 'a', title: hidden }] };
    const params = { ...fields({ title, other }), message: hidden };
    expect(JSON.parse(await text('ask', params))).toEqual({ action: 'accept', content: { title: 'a' } });
    expect(JSON.stringify(asked)).not.toMatch(/[\u202e\u200b]|(?<!\\)\\u001b/u);
    const marks = JSON.stringify(asked).split('⟨U+202E⟩').length - 1;
    // The message, and four texts of the fields: each in the inquiry, and in what is displayed.
    expect(marks).toBeGreaterThanOrEqual(10);
    expect(asked).toMatchObject([{ display: { warnings: [expect.stringContaining('U+202E')] } }]);
  });

  it('what is nested too deeply to be shown gets an error', async () => {
    const { asked, asks } = person({ behavior: 'allow' });
    const { text } = await withServer({}, {}, asks);
    const answer = JSON.parse(await text('deep-question'));
    expect(answer).toMatchObject({ code: -32603, message: expect.stringContaining('128 deep') });
    expect(asked).toEqual([]);
  });

  it.each<[string, InquiryAnswer | undefined, JsonObject, number, RegExp]>([
    ['is opened', { behavior: 'allow' }, {}, 1, /^been there$/],
    ['leads to others', { behavior: 'allow' }, { times: 3 }, 3, /^been there$/],
    ['never is enough', { behavior: 'allow' }, { times: 9 }, 3, /\(-32042\): A page is needed$/],
    ['is not opened', { behavior: 'deny' }, {}, 1, /A page is needed\. The user did not open the page/],
    [
      'no one can be asked for',
      undefined,
      {},
      0,
      /A page is needed\. The user has to open this page first: https:\/\/example\.com\/login$/,
    ],
    [
      'must not be opened',
      { behavior: 'allow' },
      { url: 'javascript:alert(1)' },
      0,
      /a page that can't be opened/,
    ],
  ])('with an error for a page that %s', async (_title, answer, input, count, expected) => {
    const { asked, asks } = person(answer ?? { behavior: 'deny' });
    const { text } = await withServer({ hasMore: true }, {}, answer && asks);
    expect(await text('needs-page', { url: page.url, ...input })).toMatch(expected);
    expect(asked).toHaveLength(count);
    if (count > 0) expect(asked[0]).toMatchObject({ kind: 'url', url: page.url, source: 'mcp:f' });
  });

  it('is told beforehand that no one can answer, and gets an error at once', async () => {
    const { text } = await withServer({});
    expect(JSON.parse(await text('declared'))).toEqual({ roots: { listChanged: true } });
    expect(JSON.parse(await text('ask', form))).toMatchObject({ code: -32601 });
    expect(JSON.parse(await text('sample'))).toMatchObject({ code: -32601 });
    expect(JSON.parse(await text('declared'))).not.toHaveProperty('sampling');
  });

  it('where the session works is told, without what the session keeps', async () => {
    const { asks } = person({ behavior: 'deny' });
    const { text, cwd } = await withServer({}, {}, asks);
    expect(JSON.parse(await text('declared'))).toMatchObject({ elicitation: { form: {}, url: {} } });
    expect(JSON.parse(await text('roots'))).toMatchObject({ roots: [{ uri: pathToFileURL(cwd).href }] });
    expect(JSON.parse(await text('roots'))['roots']).toHaveLength(1);
  });

  it('a directory that joins is told, once', async () => {
    const { text, cwd, runtime } = await withServer({ hasMore: true });
    const more = join(cwd, 'more');
    const add = { type: 'addDirectories', directories: [more], destination: 'session' } as const;
    for (let time = 0; time < 2; time += 1) runtime.permission.apply(add);
    expect(JSON.parse(await text('roots'))['roots']).toEqual([
      { uri: pathToFileURL(cwd).href, name: expect.any(String) },
      { uri: pathToFileURL(more).href, name: 'more' },
    ]);
    expect((await text('heard')).split(' ').filter((method) => method.includes('roots'))).toEqual([
      'notifications/roots/list_changed',
    ]);
  });
});

/** A hook that keeps what it was told, and answers. */
function hook(event: string, file: string, output: object): JsonObject {
  const answer = JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...output } });
  return { [event]: [{ hooks: [{ type: 'command', command: `cat >>${file}; echo '${answer}'` }] }] };
}

describe('a hook', () => {
  it.each<[string, object, object, object]>([
    [
      'fills in a form where no one else could',
      { action: 'accept', content: { name: 'Ada' } },
      form,
      { action: 'accept', content: { name: 'Ada' } },
    ],
    ['fills in a form wrongly', { action: 'accept', content: { name: 7 } }, form, { action: 'cancel' }],
    ['declines a page', { action: 'decline' }, page, { action: 'decline' }],
    ['leaves a form to a person, who is not there', {}, form, { action: 'cancel' }],
  ])('%s', async (_title, output, params, expected) => {
    const file = join(scratch(), 'told');
    const { text } = await withServer({}, {}, undefined, hook('Elicitation', file, output));
    expect(JSON.parse(await text('declared'))).toMatchObject({ elicitation: { form: {}, url: {} } });
    expect(JSON.parse(await text('ask', { ...params }))).toEqual(expected);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      hook_event_name: 'Elicitation',
      mcp_server_name: 'f',
      ...(params === page ? { mode: 'url', url: page.url } : { requested_schema: form.requestedSchema }),
    });
  });

  it('lets a person answer, is told so, and changes what they said', async () => {
    const directory = scratch();
    const [told, noticed] = [join(directory, 'told'), join(directory, 'noticed')];
    const { asked, asks } = person({ behavior: 'allow', updatedInput: { name: 'Ada' } });
    const hooks = {
      ...hook('Elicitation', '/dev/null', {}),
      ...hook('ElicitationResult', told, { action: 'accept', content: { name: 'Grace' } }),
      ...hook('Notification', noticed, {}),
    };
    const { text } = await withServer({}, {}, asks, hooks);
    expect(JSON.parse(await text('ask', form))).toEqual({ action: 'accept', content: { name: 'Grace' } });
    expect(asked).toHaveLength(1);
    expect(JSON.parse(readFileSync(told, 'utf8'))).toMatchObject({
      mcp_server_name: 'f',
      mode: 'form',
      action: 'accept',
      content: { name: 'Ada' },
    });
    await expect
      .poll(() => readFileSync(noticed, { encoding: 'utf8', flag: 'a+' }))
      .toContain('"notification_type":"elicitation_dialog"');
  });

  it('declines by exit code 2 what a person has answered', async () => {
    const { asks } = person({ behavior: 'allow', updatedInput: { name: 'Ada' } });
    const hooks = {
      ElicitationResult: [{ hooks: [{ type: 'command', command: 'cat >/dev/null; exit 2' }] }],
    };
    const { text } = await withServer({}, {}, asks, hooks);
    expect(JSON.parse(await text('ask', form))).toEqual({ action: 'decline' });
  });
});
