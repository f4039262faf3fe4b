import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { emptyDirectory } from './packed.ts';
import { scriptedPrint, type ScriptedAnswer } from './scripted.ts';
import { createTeamScript } from './team-script.ts';

const ENV = { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: '1' };

it('has teammates do tasks that depend on each other, each task once and in order', async () => {
  const cwd = emptyDirectory();
  mkdirSync(join(cwd, 'done'));
  const script = createTeamScript({ mates: 3, tasks: 12 });
  const run = await scriptedPrint('Build it with a team.', script.answer, {
    ...{ cwd, env: ENV, args: ['--permission-mode', 'acceptEdits'] },
  });
  expect([run.status, run.stderr]).toEqual([0, '']);
  const done = readdirSync(join(cwd, 'done')).map((name) => name.split('-')[0]);
  expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 12 }, (_, at) => `${at + 1}`),
  );
  expect(script.problems).toEqual([]);
});

it('has teammates write to the leader, who may dismiss them once they are idle', async () => {
  const lead: ScriptedAnswer[] = [
    { name: 'ToolSearch', input: { query: 'select:TeamCreate,TeamDelete' } },
    { name: 'TeamCreate', input: {} },
    { name: 'TeamDelete', input: {} },
    'All done.',
  ];
  const mate: ScriptedAnswer[] = [
    { name: 'ToolSearch', input: { query: 'select:SendMessage,ListAgents' } },
    { name: 'ListAgents', input: {} },
    { name: 'SendMessage', input: { to: 'main', message: 'I need a decision.' } },
    'Idle now.',
  ];
  const open = { name: 'Agent', input: { description: 'a part', prompt: 'MATE', name: 'helper' } };
  let isOpen = false;
  const run = await scriptedPrint(
    'Build it with a team.',
    (body) => {
      if (body.includes('You are helper, a teammate')) return mate.shift() ?? 'Idle now.';
      if (!isOpen) {
        isOpen = true;
        return open;
      }
      // How often the leader is woken before that depends on what comes together.
      return body.includes('Idle now.') ? (lead.shift() ?? 'All done.') : 'Waiting.';
    },
    { env: ENV },
  );
  const all = run.requests.join('\n');
  expect(all).toMatch(/Message from the agent helper \(a[0-9a-f]+\):\\+nI need a decision\./);
  expect(all).toMatch(/a[0-9a-f]{16} helper \(/);
  expect(all).toContain('and you lead it. Teammates: helper.');
  expect(all).toContain('Dismissed helper.');
  expect([run.stdout, run.status]).toEqual([expect.stringMatching(/All done\.\n$/), 0]);
});

it.each([
  ['what it may do itself', 'acceptEdits', true],
  ['nothing that it would have to ask about', 'default', false],
] as const)('lets a coordinator approve %s', async (_, mode, isWritten) => {
  const cwd = emptyDirectory();
  const careful = { description: 'Works.', prompt: 'You work with care.', permissionMode: 'default' };
  const open = {
    name: 'Agent',
    input: { description: 'a part', prompt: 'Write.', subagent_type: 'careful' },
  };
  const worker: ScriptedAnswer[] = [
    { name: 'Write', input: { file_path: 'made.txt', content: 'x' } },
    'Finished.',
  ];
  let opened = false;
  let answered = false;
  const run = await scriptedPrint(
    'Coordinate it.',
    (body) => {
      if (body.includes('You work with care.')) return worker.shift() ?? 'Finished.';
      const [id] = /permission-\d+/.exec(body) ?? [];
      if (!opened) {
        opened = true;
        return open;
      }
      if (id === undefined || answered) return 'Waiting.';
      answered = true;
      const message = { type: 'permission_response', request_id: id, approve: true };
      return { name: 'SendMessage', input: { to: 'careful', message } };
    },
    {
      cwd,
      args: ['--coordinator', '--permission-mode', mode, '--agents', JSON.stringify({ careful })],
    },
  );
  expect([run.status, answered]).toEqual([0, true]);
  expect(run.requests[0]).not.toContain('"name":"Write"');
  expect(existsSync(join(cwd, 'made.txt'))).toBe(isWritten);
});
