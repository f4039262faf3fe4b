import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { MESSAGE_STOP, runCli, startCli, toolUse } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';
import { eventually, useBrowser } from './support/browser.ts';

const EXAMPLE = resolve(import.meta.dirname, '../../../../../examples/fix-the-bug');
const { open } = useBrowser();

/** A directory for `sluice exec --session-dir` with these lines of a journal, of an older version without checksums. */
function sessionOf(lines: readonly object[]): string {
  const directory = join(scratch(), 'session');
  mkdirSync(directory);
  const text = lines.map((line) => `${JSON.stringify({ v: 1, ...line })}\n`).join('');
  writeFileSync(join(directory, 'journal.jsonl'), text);
  return directory;
}

async function traceOf(directory: string): Promise<string> {
  const out = join(scratch(), 'trace.html');
  const { status, stdout, stderr } = await runCli(['trace', '--session-dir', directory, '--out', out]);
  expect([status, stdout, stderr]).toEqual([0, `${out}\n`, '']);
  return pathToFileURL(out).href;
}

const T0 = Date.UTC(2026, 0, 2, 3, 4, 5);
const text = (value: string) => ({ text: JSON.stringify(value) });

interface CallFacts {
  readonly callId: string;
  readonly at: number;
  readonly ms: number;
  readonly input?: object;
  readonly result?: string;
  readonly name?: string;
  readonly record?: object;
}

function call({
  callId,
  at,
  ms,
  input = { command: 'true' },
  result = '',
  name = 'Bash',
  record,
}: CallFacts) {
  const of = { messageId: 'm1', callId };
  return [
    { type: 'received', time: T0 + at, ...of, name, input: { text: JSON.stringify(input) } },
    {
      type: 'settled',
      time: T0 + at + ms,
      ...of,
      outcome: 'ok',
      isError: false,
      content: text(result),
      record: { toolName: name, attempts: 1, durations: { executing: ms }, ...record },
    },
  ];
}

const PROMPT = {
  type: 'user',
  time: T0,
  origin: 'person',
  content: { text: '[{"type":"text","text":"Go on"}]' },
};

it('a session becomes a page that opens from disk: rows, bars, details, search and keys', async () => {
  const [cwd, state] = [scratch(), scratch()];
  cpSync(join(EXAMPLE, 'project'), cwd, { recursive: true });
  const env = { SLUICE_STATE_DIR: state };
  const args = ['--model', `replay:${join(EXAMPLE, 'session.sse')}`, '--permission-mode', 'acceptEdits'];
  await runCli(['-p', 'Fix the bug', ...args], '', { cwd, env: { ...env, SLUICE_REPLAY_SPEED: '0' } });
  const traced = await runCli(['trace'], '', { cwd, env });
  expect(traced).toMatchObject({ status: 0, stderr: expect.stringContaining('(Fix the bug)') });
  const path = traced.stdout.trim();
  expect(path).toMatch(/trace\.html$/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  // Nothing else is left beside it.
  expect(readdirSync(join(path, '..')).filter((name) => name.includes('.tmp'))).toEqual([]);

  const page = await open(pathToFileURL(path).href);
  expect(await page.title()).toBe('Fix the bug · Sluice trace');
  const detail = page.locator('.detail');
  const selected = page.locator('.row.selected');

  // By clicking a row.
  await page.locator('.row.call', { hasText: 'node --test' }).first().click();
  await eventually(() => detail.textContent()).toContain('Denied');
  await eventually(() => detail.textContent()).toContain('no rule allows');

  // By the keyboard alone: a search, the first match, the next.
  await page.keyboard.press('/');
  await page.keyboard.type('parse-csv');
  await page.locator('.found', { hasText: 'found' }).waitFor();
  await page.keyboard.press('Enter');
  await eventually(() => selected.textContent()).toContain('**/*.js');
  await eventually(() => detail.textContent()).toContain('parse-csv');
  await page.keyboard.press('n');
  await eventually(() => selected.textContent()).not.toContain('**/*.js');
  await page.keyboard.press('Escape');
  await eventually(() => page.locator('.found').textContent()).toBe('');

  // Only the calls that were denied.
  await page.getByRole('button', { name: /^Denied/ }).click();
  await eventually(() => page.locator('.row').count()).toBe(4);
  await page.keyboard.press('Escape');

  // By clicking a bar: the first call of the timeline.
  await page.keyboard.press('Escape');
  await page.locator('.row.call', { hasText: '**/*.js' }).click();
  await page.keyboard.press('z');
  await page.keyboard.press('Escape');
  const box = await page.locator('.timeline').boundingBox();
  await page.mouse.click(
    (box?.x ?? 0) + 132 + ((box?.width ?? 0) - 132) / 2,
    (box?.y ?? 0) + 48 + 22 + 8 + 4 + 9,
  );
  await eventually(() => selected.textContent()).toContain('**/*.js');
});

it('text of a session is never run, opens nothing and hides nothing', async () => {
  const hostile = [
    '</script><script>document.title = "owned"</script>',
    '<img src=x onerror="document.title=\'owned\'">',
    '<!--<script>',
    'javascript:alert(1)',
    'a\u202eb\u200bc\u0007d',
  ].join('\n');
  const directory = sessionOf([
    { ...PROMPT, content: { text: JSON.stringify([{ type: 'text', text: hostile }]) } },
    ...call({
      callId: `</script>${hostile}`,
      at: 5,
      ms: 5,
      name: hostile,
      input: { command: hostile, [hostile]: hostile },
      result: hostile,
    }),
    {
      type: 'hook',
      time: T0 + 20,
      event: hostile,
      hook: hostile,
      outcome: 'ok',
      durationMs: 1,
      said: { reason: hostile },
    },
  ]);
  const page = await open(await traceOf(directory));
  await page.locator('.row.call').click();
  await eventually(() => page.locator('.detail pre').count()).toBe(2);
  const shown = (await page.locator('.detail').textContent()) ?? '';
  expect(shown).toContain('<img src=x onerror=');
  expect(shown).toContain('a⟨U+202E⟩b⟨U+200B⟩c⟨U+0007⟩d');
  expect(await page.locator('img, iframe, a').count()).toBe(0);
  expect(await page.title()).toBe('session · Sluice trace');
});

it('sub-agents are nested below the call that opened them, and can be closed', async () => {
  const began = {
    type: 'agent-began',
    time: T0 + 20,
    agentId: 'a1',
    agentType: 'Explore',
    model: 'm',
    name: 'scout',
    description: 'looks around',
    messageId: 'm1',
    callId: 'c1',
  };
  const directory = sessionOf([PROMPT, ...call({ callId: 'c1', at: 10, ms: 500, name: 'Agent' }), began]);
  const inner = join(directory, 'agents/a1');
  mkdirSync(inner, { recursive: true });
  const lines = call({ callId: 'x1', at: 100, ms: 50, input: { command: 'inner work' } });
  writeFileSync(
    join(inner, 'journal.jsonl'),
    lines.map((line) => `${JSON.stringify({ v: 1, ...line })}\n`).join(''),
  );
  const page = await open(await traceOf(directory));
  const work = page.locator('.row.call', { hasText: 'inner work' });
  const agent = page.locator('.row.agent', { hasText: 'scout' });
  await eventually(() => work.count()).toBe(1);
  await agent.click();
  await page.keyboard.press('ArrowLeft');
  await eventually(() => work.count()).toBe(0);
  await eventually(() => agent.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('ArrowRight');
  await eventually(() => work.count()).toBe(1);
});

it('of 10,000 calls only what is in view is drawn, and the last one is a key away', async () => {
  const lines = Array.from({ length: 10_000 }, (_, index) =>
    call({
      callId: `c${index}`,
      at: index * 10 + 5,
      ms: 25,
      input: { command: `echo ${index}` },
      result: `result ${index}`,
    }),
  );
  const page = await open(await traceOf(sessionOf([PROMPT, ...lines.flat()])));
  const marks = async (): Promise<number> =>
    Number(await page.locator('.timeline').getAttribute('data-marks'));
  expect(await page.locator('.row').count()).toBeLessThan(60);
  // At most a mark for each pixel of each of the three lanes that overlapping calls need.
  await eventually(marks).toBeGreaterThan(100);
  expect(await marks()).toBeLessThan(3 * 1400);
  await page.keyboard.press('End');
  await eventually(() => page.locator('.row.selected').textContent()).toContain('echo 9999');
  await page.keyboard.press('z');
  await eventually(marks).toBeLessThan(20);
  await page.keyboard.press('/');
  await page.keyboard.type('result 5000');
  await page.keyboard.press('Enter');
  await eventually(() => page.locator('.row.selected').textContent()).toContain('echo 5000');
});

it('it is light or dark as the system is, and as the reader chooses', async () => {
  const address = await traceOf(sessionOf([PROMPT, ...call({ callId: 'c1', at: 10, ms: 500 })]));
  const page = await open(address, 'dark');
  /** How light the picture is, from 0 to 255. */
  const lightness = async (): Promise<number> => {
    const color = await page.evaluate(`getComputedStyle(document.body).backgroundColor`);
    const [red = 0] = String(color).match(/\d+/g)?.map(Number) ?? [];
    return red;
  };
  await eventually(lightness).toBeLessThan(80);
  const dark = await page.screenshot();
  await page.keyboard.press('t');
  await eventually(lightness).toBeGreaterThan(180);
  expect((await page.screenshot()).equals(dark)).toBe(false);
  const light = await open(address, 'light');
  expect(await light.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`)).toBe(false);
});

it('--live shows calls as they happen, to those who have the address', async () => {
  const [cwd, directory] = [scratch(), join(scratch(), 'session')];
  const session = startCli(['exec', '--session-dir', directory, '--permission-mode', 'bypassPermissions'], {
    cwd,
  });
  session.stdin.write(toolUse('c1', 'Bash', { command: 'echo first' }));
  await new Promise((done) => session.stdout.once('data', done));
  const live = startCli(['trace', '--live', '--session-dir', directory], { cwd });
  const address = await new Promise<string>((done) =>
    live.stdout.once('data', (data: Buffer) => done(data.toString().trim())),
  );
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);

  const page = await open(address);
  await eventually(() => page.locator('.row.call').count()).toBe(1);
  session.stdin.write(toolUse('c2', 'Bash', { command: 'echo second' }));
  await page.locator('.row.call', { hasText: 'echo second' }).waitFor();
  await page.locator('.state', { hasText: 'live' }).waitFor();

  const { origin, port, host } = new URL(address);
  const statusOf = async (
    at: string,
    headers: Record<string, string> = {},
    method = 'GET',
  ): Promise<number> => (await fetch(at, { headers, method })).status;
  expect(await statusOf(address)).toBe(200);
  for (const other of [origin, `${origin}/`, `${origin}/${'x'.repeat(32)}/`, `${address}other`]) {
    expect(await statusOf(other), other).toBe(404);
  }
  expect(await statusOf(address, {}, 'POST')).toBe(404);
  expect(await hostStatus(Number(port), new URL(address).pathname, `evil.example:${port}`)).toBe(404);
  expect(await hostStatus(Number(port), new URL(address).pathname, host)).toBe(200);

  session.stdin.end(MESSAGE_STOP);
  await new Promise((done) => session.once('exit', done));
  await page.locator('.state', { hasText: 'session is idle' }).waitFor();
  await page.close();
  live.kill('SIGINT');
  expect(await new Promise((done) => live.once('exit', done))).toBe(0);
});

async function hostStatus(port: number, path: string, host: string): Promise<number | undefined> {
  const { get } = await import('node:http');
  return new Promise((done, fail) => {
    get({ port, path, host: '127.0.0.1', headers: { host } }, (response) => {
      response.resume();
      done(response.statusCode);
    }).on('error', fail);
  });
}

it('what is wrong is said: no session, no place for the page, a damaged journal', async () => {
  const [cwd, state] = [scratch(), scratch()];
  const run = (...args: readonly string[]) =>
    runCli(['trace', ...args], '', { cwd, env: { SLUICE_STATE_DIR: state } });
  expect(await run()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`There is no stored session of ${cwd}.`),
  });
  expect(await run('--session-dir', cwd)).toMatchObject({
    status: 1,
    stderr: `sluice trace: There is no session in ${cwd}: it has no journal.jsonl.\n`,
  });
  const directory = sessionOf([PROMPT]);
  expect(await run('--session-dir', directory, '--out', join(cwd, 'none/t.html'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Choose another file with --out FILE.'),
  });
  writeFileSync(join(directory, 'journal.jsonl'), 'broken\n', { flag: 'a' });
  const out = await run('--session-dir', directory, '--out', '-');
  expect(out).toMatchObject({
    status: 0,
    stderr: "sluice trace: The journal has 1 lines that can't be read.\n",
  });
  expect(out.stdout).toMatch(/^<!doctype html>/);
  expect(existsSync(join(directory, 'trace.html'))).toBe(false);
  writeFileSync(join(cwd, 'old.html'), 'old');
  await run('--session-dir', directory, '--out', 'old.html');
  expect(readFileSync(join(cwd, 'old.html'), 'utf8')).toMatch(/^<!doctype html>/);
});
