import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { until } from '../exec/support/until.ts';
import { calls, words } from './support/answers.ts';
import { startSocketServer } from '../../../../tools/test/monitor/support/socket-server.ts';
import { BOTH_WAYS, printPlace, runPrint, startPrint, talkTo } from './support/print.ts';

/** Prints a line each time a file appears, until `end` does. */
const WATCH = `for n in 1 2; do until test -e $n; do sleep 0.05; done; echo "seen $n"; done; until test -e end; do sleep 0.05; done; echo last`;

test('a watch wakes the model with each line, and with the end; no one has spoken', async () => {
  await using server = await startModelServer([
    calls(['Monitor', { command: WATCH, description: 'files to come' }]),
    words('Watching.'),
    words('One.'),
    words('Two.'),
    words('Over.'),
    words('Bye.'),
  ]);
  const place = printPlace(server);
  const talk = talkTo(startPrint(place, ...BOTH_WAYS, '--allowedTools', 'Bash(*)', '--tools', 'default'));
  talk.prompt('Watch for the files.');
  await talk.next({ type: 'result', result: 'Watching.' });
  writeFileSync(join(place.cwd, '1'), '');
  await talk.next({ type: 'result', result: 'One.' });
  writeFileSync(join(place.cwd, '2'), '');
  await talk.next({ type: 'result', result: 'Two.' });
  writeFileSync(join(place.cwd, 'end'), '');
  await talk.next({ type: 'result', result: 'Over.' });
  talk.prompt('Bye.');
  await talk.next({ type: 'result', result: 'Bye.' });
  expect([await talk.end(), talk.stderr]).toEqual([0, '']);
  const bodies = server.requests.map(({ body }) => JSON.stringify(body['messages']));
  expect(bodies[1]).toMatch(/Watching as task m[0-9a-f]{8}, for at most 300 s\./);
  expect(bodies[2]).toMatch(
    /<not-from-user source=\\"background task\\">\\nThe watch m[0-9a-f]{8} \(files to come\) tells:\\nseen 1\\n/,
  );
  expect(bodies[2]).not.toContain('seen 2');
  expect(bodies[3]).toContain('tells:\\nseen 2');
  expect(bodies[4]).toMatch(/tells:\\nlast\\n[^]*Background task m[0-9a-f]{8} [^]* has ended: /);
});

test('a watch is a command: what rules deny does not run, and 100,000 lines end it and are told in a few words', async () => {
  await using server = await startModelServer([
    calls(['Monitor', { command: 'touch made; tail -f /dev/null', description: 'nothing' }]),
    calls(['Monitor', { command: 'seq 100000; sleep 1000', description: 'too much' }]),
    words('Watching.'),
    words('Enough.'),
    words('Bye.'),
  ]);
  const place = printPlace(server);
  const rules = ['--allowedTools', 'Bash(seq *),Bash(sleep *)', '--disallowedTools', 'Bash(touch *)'];
  const talk = talkTo(startPrint(place, ...BOTH_WAYS, ...rules));
  talk.prompt('Watch.');
  await talk.next({ type: 'result', result: 'Watching.' });
  await talk.next({ type: 'result', result: 'Enough.' });
  talk.prompt('Bye.');
  await talk.next({ type: 'result', result: 'Bye.' });
  expect(await talk.end()).toBe(0);
  expect(existsSync(join(place.cwd, 'made'))).toBe(false);
  const bodies = server.requests.map(({ body }) => JSON.stringify(body['messages']));
  expect(bodies[1]).toMatch(/deny rule Bash\(touch \*\)/);
  expect(bodies[3]).toMatch(/was stopped: it has written 2000 lines/);
  expect((bodies[3] ?? '').length - (bodies[2] ?? '').length).toBeLessThan(3000);
});

test('a client moves what calls wait for to the background, as Ctrl-B does', async () => {
  await using server = await startModelServer([
    calls(['Bash', { command: 'touch started; until test -e go; do sleep 0.05; done; echo over' }, 'call-1']),
    words('It goes on.'),
    words('It is over.'),
  ]);
  const place = printPlace(server);
  const talk = talkTo(startPrint(place, ...BOTH_WAYS, '--allowedTools', 'Bash'));
  const ask = async (id: string, tool_use_id: string) => {
    talk.say({
      type: 'control_request',
      request_id: id,
      request: { subtype: 'background_tasks', tool_use_id },
    });
    return talk.next({ type: 'control_response', response: { request_id: id } });
  };
  talk.prompt('Wait.');
  await until(() => existsSync(join(place.cwd, 'started')) || undefined);
  expect(await ask('1', 'other')).toMatchObject({ response: { response: { backgrounded: false } } });
  expect(await ask('2', 'call-1')).toMatchObject({ response: { response: { backgrounded: true } } });
  await talk.next({ type: 'result', result: 'It goes on.' });
  writeFileSync(join(place.cwd, 'go'), '');
  await talk.next({ type: 'result', result: 'It is over.' });
  expect(await talk.end()).toBe(0);
  expect(JSON.stringify(server.requests[1]?.body)).toContain('The user moved the command to the background');
});

test('a watch of a WebSocket wakes the model with each message; its host is judged as that of WebFetch', async () => {
  let socket: { send: (text: string) => void; close: (code: number) => void } | undefined;
  await using events = await startSocketServer((connected) => {
    socket = connected;
  });
  const watch = calls(['Monitor', { ws: { url: events.url }, description: 'events' }]);
  const both = { ws: { url: events.url }, command: 'true', description: 'both' };
  await using server = await startModelServer([
    calls(['ToolSearch', { query: 'select:Monitor' }]),
    calls(['Monitor', both]),
    watch,
    words('Watching.'),
    words('One.'),
    words('Over.'),
    words('Bye.'),
    watch,
    words('Refused.'),
  ]);
  const place = printPlace(server);
  const settings = (more: object): string =>
    JSON.stringify({ web: { allowPrivate: [events.host] }, permissions: more });
  const talk = talkTo(
    startPrint(place, ...BOTH_WAYS, '--settings', settings({ allow: ['WebFetch(domain:127.0.0.1)'] })),
  );
  talk.prompt('Watch.');
  await talk.next({ type: 'result', result: 'Watching.' });
  socket?.send('first');
  await talk.next({ type: 'result', result: 'One.' });
  socket?.close(1001);
  await talk.next({ type: 'result', result: 'Over.' });
  talk.prompt('Bye.');
  await talk.next({ type: 'result', result: 'Bye.' });
  expect([await talk.end(), talk.stderr]).toEqual([0, '']);
  const bodies = server.requests.map(({ body }) => JSON.stringify(body['messages']));
  expect(bodies[2]).toContain('Pass either command or ws');
  expect(bodies[4]).toMatch(/The watch m[0-9a-f]{8} \(events\) tells:\\nfirst/);
  expect(bodies[5]).toMatch(/\[closed 1001\][^]*has ended: completed/);

  const denied = settings({ allow: ['Monitor', 'Bash'], deny: ['WebFetch(domain:127.0.0.1)'] });
  const run = await runPrint(place, 'Watch.', '--output-format', 'json', '--settings', denied);
  expect(JSON.parse(run.stdout)).toMatchObject({ permission_denials: [{ tool_name: 'Monitor' }] });
});
