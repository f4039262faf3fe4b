import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { startCli } from '../exec/support/cli.ts';
import { calls, words } from './support/answers.ts';
import { BOTH_WAYS, printPlace, runPrint, talkTo } from './support/print.ts';

test('hooks of a program of the Agent SDK are told the files that it reads sessions from', async () => {
  await using server = await startModelServer(({ body }) => {
    const text = JSON.stringify(body['messages']);
    if (!text.includes('"go"')) return words('Sub done.');
    return text.includes('tool_result')
      ? words('All.')
      : calls(['Agent', { description: 'd', prompt: 'SUBTASK', subagent_type: 'worker' }]);
  });
  const place = printPlace(server);
  const env = { ...place.env, CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' };
  const hooks = {
    Stop: [{ hookCallbackIds: ['stop'] }],
    SubagentStop: [{ hookCallbackIds: ['sub'] }],
  };
  const agents = { worker: { description: 'Works', prompt: 'Work.' } };
  const args = [...BOTH_WAYS, '--verbose', '--dangerously-skip-permissions'];
  const talk = talkTo(startCli(args, { cwd: place.cwd, env }));
  talk.say({
    type: 'control_request',
    request_id: 'first',
    request: { subtype: 'initialize', hooks, agents },
  });
  talk.prompt('go');
  const sub = await talk.next({ request: { subtype: 'hook_callback', callback_id: 'sub' } });
  const { input: ofSub } = Object(sub['request']);
  const directory = join(place.home, '.claude/projects', place.cwd.replaceAll(/[^a-zA-Z0-9]/g, '-'));
  const id = String(ofSub.session_id);
  expect(ofSub).toMatchObject({
    transcript_path: join(directory, `${id}.jsonl`),
    agent_transcript_path: join(directory, id, 'subagents', `agent-${ofSub.agent_id}.jsonl`),
  });
  expect(readFileSync(String(ofSub.agent_transcript_path), 'utf8')).toContain('Sub done.');
  talk.answer(sub, {});
  const stop = await talk.next({ request: { subtype: 'hook_callback', callback_id: 'stop' } });
  const { input: ofStop } = Object(stop['request']);
  expect(readFileSync(String(ofStop.transcript_path), 'utf8')).toContain('All.');
  talk.answer(stop, {});
  await talk.next({ type: 'result', result: 'All.' });
  expect(await talk.end()).toBe(0);
});

test('other hooks are told the journal', async () => {
  await using server = await startModelServer([words('All.')]);
  const place = printPlace(server);
  const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'cat > told.json' }] }] };
  const run = await runPrint(place, 'go', '--settings', JSON.stringify({ hooks }));
  expect(run.stdout).toBe('All.\n');
  const told: unknown = JSON.parse(readFileSync(join(place.cwd, 'told.json'), 'utf8'));
  expect(told).toMatchObject({ transcript_path: expect.stringMatching(/journal\.jsonl$/) });
});
