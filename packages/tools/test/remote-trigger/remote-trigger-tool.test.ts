import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRemoteTriggerTool } from '../../src/remote-trigger/remote-trigger-tool.ts';
import { readTrigger } from '../../src/remote-trigger/trigger.ts';
import type { TriggerPort } from '../../src/remote-trigger/trigger-port.ts';
import { testContext } from '../ripgrep/context.ts';
import { page, redirect, startWebServer } from '../web/support/web-server.ts';

type Input = Parameters<ReturnType<typeof createRemoteTriggerTool>['call']>[0];
type Action = Input['action'];

const SECRET = 'Bearer s3cr3t-token';

function triggers(entries: Record<string, unknown>, more: Partial<TriggerPort> = {}) {
  const saved: [string, object][] = [];
  const logPath = join(mkdtempSync(join(tmpdir(), 'sluice-triggers-')), 'state', 'runs.jsonl');
  const tool = createRemoteTriggerTool({
    entries: () => ({ ...entries, ...Object.fromEntries(saved) }),
    save: (id, entry) => {
      saved.push([id, entry]);
      return Promise.resolve({ ok: true });
    },
    logPath,
    env: { TOKEN: SECRET },
    allowPrivate: ['127.0.0.1'],
    ...more,
  });
  return {
    ...{ tool, saved, logPath },
    /** What the model gets, or `CODE: message` of a failure. */
    async call(action: Action, rest: Partial<Input> = {}): Promise<string> {
      const input = { action, ...rest };
      const context = testContext('/');
      const checked = await tool.validateInput?.(input, context);
      if (checked?.ok === false) return `${checked.code}: ${checked.message}`;
      const result = await tool.call(input, context);
      if (!('data' in result) || result.data === undefined)
        return 'failure' in result ? `${result.failure?.code}: ${result.failure?.message}` : '';
      const shown = tool.toModel?.(result.data, input);
      return typeof shown === 'string' ? shown : JSON.stringify(shown);
    },
  };
}

it('posts the body with the secret, which neither the model nor the log sees, and records the run', async () => {
  let body = '';
  await using web = await startWebServer({
    '/deploy': (response, request) => {
      void text(request).then((sent) => {
        body = sent;
        page('application/json', `{"queued":1,"you":"${request.headers.authorization}"}`)(response);
      });
    },
  });
  const { call, logPath } = triggers({
    deploy: { url: web.url('/deploy'), description: 'Deploys main', headersFrom: { Authorization: 'TOKEN' } },
  });
  expect(await call('list')).toBe(
    `1 trigger\n[{"id":"deploy","url":"${web.url('/deploy')}","description":"Deploys main"}]`,
  );
  expect(await call('get', { trigger_id: 'deploy' })).toContain('"headersFrom":{"Authorization":"TOKEN"}');
  const ran = await call('run', { trigger_id: 'deploy', body: { ref: 'main' } });
  expect(ran).toMatch(/^deploy was started\. The run is \S+\.\n\{"queued":1,"you":"\[TOKEN\]"\}$/);
  expect([body, web.headers[0]?.authorization]).toEqual(['{"ref":"main"}', SECRET]);
  const [, id = ''] = /The run is (\S+)\./.exec(ran) ?? [];
  expect(await call('list_runs')).toMatch(`{"runs":[{"id":"${id}","trigger":"deploy"`);
  expect(await call('get_run_log', { session_id: id })).toContain(String.raw`"sent":"{\"ref\":\"main\"}"`);
  expect(readFileSync(logPath, 'utf8')).not.toContain('s3cr3t');
});

it.each<[string, { readonly url?: string; readonly headersFrom?: object }, RegExp]>([
  ['a redirect', {}, /^http-error: t answered 302, a redirect, which is not followed\./],
  ['a variable that is not set', { headersFrom: { 'X-Key': 'NOWHERE' } }, /^no-secret: .*NOWHERE is not set/],
  ['a variable with a line break', { headersFrom: { 'X-Key': 'BROKEN' } }, /^bad-secret: .*BROKEN holds/],
  ['an error', { url: '/missing' }, /^http-error: t answered 404\. The run is \S+\.\nNothing here\./],
])('%s is told, and recorded', async (_, entry, expected) => {
  await using web = await startWebServer({ '/away': redirect('http://169.254.169.254/') });
  const { call } = triggers(
    { t: { ...entry, url: web.url(entry.url ?? '/away') } },
    { env: { BROKEN: 'a\nb' } },
  );
  const told = await call('run', { trigger_id: 't' });
  expect(told).toMatch(expected);
  expect(await call('list_runs', { trigger_id: 't' })).toContain('"trigger":"t"');
  expect(await call('list_runs', { trigger_id: 'other' })).toBe('{"runs":[]}');
});

it('does not reach addresses that are not public', async () => {
  const { call } = triggers({ t: { url: 'https://169.254.169.254/' } });
  expect(await call('run', { trigger_id: 't' })).toMatch(/^not-public: 169\.254\.169\.254 is not public/);
});

it.each<[Action, Partial<Input>, RegExp]>([
  ['run', {}, /^incomplete: run needs trigger_id/],
  ['get_run_log', {}, /^incomplete: get_run_log needs session_id/],
  ['run', { trigger_id: 'no' }, /^no-trigger: There is no trigger "no". There are: "bad"/],
  ['run', { trigger_id: 'bad' }, /^no-trigger: The trigger "bad" needs "url"/],
  ['get_run_log', { session_id: 'no' }, /^no-run: /],
  ['list_runs', { cursor: 'no' }, /^bad-cursor: /],
  ['create', { trigger_id: 'bad', body: {} }, /^exists: .*Change it with update/],
  ['update', { trigger_id: 'no', body: {} }, /^no-trigger: .*to update/],
  ['create', { trigger_id: 'n', body: { url: 'ftp://x' } }, /^bad-trigger: .*can't be used: URLs with ftp/],
])('%s %j is refused with the reason', async (action, rest, expected) => {
  expect(await triggers({ bad: {} }).call(action, rest)).toMatch(expected);
});

it('creates and changes triggers only after a question that no rule answers', async () => {
  const { call, saved, tool } = triggers({});
  const body = { url: 'https://ci.example/hook', headersFrom: { 'X-Key': 'TOKEN' } };
  expect(await call('create', { trigger_id: 'ci', body })).toContain('The trigger was created.');
  expect(await call('update', { trigger_id: 'ci', body: { description: 'Builds' } })).toContain(
    'was changed',
  );
  expect(saved).toEqual([
    ['ci', body],
    ['ci', { ...body, description: 'Builds' }],
  ]);
  const behavior = (action: Action) =>
    tool.checkPermissions?.({ action, trigger_id: 'ci' }, testContext('/'));
  for (const action of ['create', 'update', 'create_webhook_trigger'] as const)
    expect(behavior(action)).toMatchObject({ behavior: 'ask' });
  expect([behavior('run'), behavior('list')]).toEqual([{ behavior: 'passthrough' }, { behavior: 'allow' }]);
});

it('keeps a log of bounded length, and leaves out lines that are not runs', async () => {
  await using web = await startWebServer({ '*': page('text/plain', 'ok') });
  const { call, logPath } = triggers({ t: { url: web.url('/') } });
  await call('run', { trigger_id: 't' });
  const line = readFileSync(logPath, 'utf8');
  writeFileSync(logPath, `nonsense\n${line.replace(/"id":"[^"]*"/, '"id":"old"').repeat(450)}`);
  await call('run', { trigger_id: 't' });
  expect(readFileSync(logPath, 'utf8').split('\n')).toHaveLength(201);
  const first = JSON.parse(await call('list_runs'));
  expect(first.runs).toHaveLength(20);
  const next = JSON.parse(await call('list_runs', { cursor: first.next_cursor }));
  expect(next.runs[0].id).toBe('old');
});

it.each([
  [[], 'must be an object'],
  [{ url: 'https://a.example', key: 'x' }, 'has the unknown key "key"'],
  [{ url: 'https://a.example', description: 1 }, 'a "description" that is not a text'],
  [{ url: 'https://a.example', headersFrom: [] }, '"headersFrom" that is not an object'],
  [{ url: 'https://a.example', headersFrom: { Host: 'X' } }, 'can\'t set the header "Host"'],
  [{ url: 'https://a.example', headersFrom: { 'a b': 'X' } }, 'can\'t set the header "a b"'],
  [{ url: 'https://a.example', headersFrom: { A: 'sk-not-a-name' } }, 'must name an environment variable'],
  [{ url: 'https://me:pw@a.example' }, 'a user name or a password; send them in a header'],
  [{ url: 'no url' }, '"no url" is not a URL'],
  [{ url: `https://a.example/${'x'.repeat(3000)}` }, 'the limit is 2000'],
])('an entry %j is not a trigger', (entry, expected) => {
  const read = readTrigger(entry, []);
  // A clause: what shows it ends the sentence.
  expect(read).toMatchObject({ ok: false, message: expect.not.stringMatching(/\.$|\bpages?\b are/) });
  expect(read).toMatchObject({ message: expect.stringContaining(expected) });
});
