import { describe, expect, it } from 'vitest';
import type { Asker, JsonObject, InquiryAnswer, PermissionRequest } from '@sluice/core';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeWorld, type World } from '../support/world.ts';

const FILE = 'home/.sluice/settings.json';

function configure(world: World, ...handlers: readonly JsonObject[]): void {
  const hooks = handlers.map((handler) => ({ type: 'command', ...handler }));
  world.write(FILE, { hooks: { PermissionRequest: [{ matcher: 'Probe', hooks }] } });
}

const says = (decision: JsonObject): string =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } })}'`;

const REQUEST: PermissionRequest = {
  kind: 'permission',
  batch: { messageId: 'm', open: 1 },
  requestId: 'ask-1',
  callId: 'call-1',
  toolName: 'Probe',
  input: { file_path: 'a' },
  display: { text: '', isWhole: true, warnings: [] },
  summary: 'Probe a',
  reason: 'nothing allows it',
  askedBy: 'default',
  matchedRule: undefined,
  blockedPath: undefined,
  suggestedRules: ['Probe(a *)', 'Other'],
  suggestedDestination: 'local',
  risk: 'low',
  agentChain: [],
};

/** Asks the hooks of a world, with a person who has not answered yet. */
function ask(world: World, request: Partial<PermissionRequest> = {}, hasPerson = true) {
  const told: string[] = [];
  const removed: string[] = [];
  let answerAsPerson: (answer: InquiryAnswer) => void = () => {};
  const person: Asker = {
    push: (_, answer) => void (answerAsPerson = answer),
    remove: (id) => void removed.push(id),
    update: () => {},
  };
  let onHeard: () => void = () => {};
  const heard = new Promise<void>((resolve) => (onHeard = resolve));
  // What is made of a run is known in the same turn of the loop.
  const loaded = world.load({ onRun: () => void setImmediate(onHeard) });
  const asker = loaded.asker({
    person: hasPerson ? person : undefined,
    cwd: () => world.project,
    tell: (text) => void told.push(text),
  });
  if (asker === undefined) throw new Error('no one can be asked');
  const answered = new Promise<InquiryAnswer>((resolve) => asker.push({ ...REQUEST, ...request }, resolve));
  return {
    asker,
    answered,
    told,
    removed,
    heard,
    answerAsPerson: (answer: InquiryAnswer) => answerAsPerson(answer),
  };
}

describe('hooks of permission requests', () => {
  it('see the call and the rules that would be saved', async () => {
    const world = makeWorld();
    configure(world, { command: `cat >"${world.path}/seen"; ${says({ behavior: 'allow' })}` });
    await ask(world).answered;
    const seen: JsonObject = JSON.parse(readFileSync(join(world.path, 'seen'), 'utf8'));
    expect(seen).toMatchObject({
      hook_event_name: 'PermissionRequest',
      tool_name: 'Probe',
      tool_input: { file_path: join(world.project, 'a') },
      cwd: world.project,
      permission_suggestions: [
        {
          type: 'addRules',
          behavior: 'allow',
          rules: [{ toolName: 'Probe', ruleContent: 'a *' }, { toolName: 'Other' }],
          destination: 'localSettings',
        },
      ],
    });
    expect(seen).not.toHaveProperty('tool_use_id');
  });

  const rows: [title: string, handlers: JsonObject[], answer: object, told?: RegExp][] = [
    ['allow', [{ command: says({ behavior: 'allow' }) }], { behavior: 'allow' }],
    [
      'allow another input',
      [{ command: says({ behavior: 'allow', updatedInput: { b: 1 } }) }],
      { behavior: 'allow', updatedInput: { b: 1 } },
    ],
    [
      'allow, and want rules kept',
      [
        {
          command: says({
            behavior: 'allow',
            updatedPermissions: [
              {
                type: 'addRules',
                rules: [{ toolName: 'Probe', ruleContent: 'x' }],
                behavior: 'allow',
                destination: 'session',
              },
              { type: 'nonsense' },
            ],
          }),
        },
      ],
      {
        behavior: 'allow',
        updates: [{ type: 'addRules', rules: ['Probe(x)'], behavior: 'allow', destination: 'session' }],
      },
      /some of its "updatedPermissions" are invalid/,
    ],
    [
      'deny',
      [{ command: says({ behavior: 'deny', message: 'no' }) }],
      { behavior: 'deny', feedback: 'no', endsTurn: false },
    ],
    [
      'deny, and end the turn',
      [{ command: says({ behavior: 'deny', interrupt: true }) }],
      { behavior: 'deny', endsTurn: true },
    ],
    [
      'deny over allow',
      [{ command: says({ behavior: 'allow' }) }, { command: says({ behavior: 'deny' }) }],
      { behavior: 'deny' },
    ],
    ['exit code 1 and JSON', [{ command: `${says({ behavior: 'deny' })}; exit 1` }], { behavior: 'deny' }],
    [
      'exit code 2 blocks nothing here: the JSON decides',
      [{ command: `${says({ behavior: 'allow' })}; exit 2` }],
      { behavior: 'allow' },
    ],
    [
      'a failure that is to block',
      [{ command: 'exit 1', onFailure: 'block' }],
      { behavior: 'deny', feedback: 'exited with code 1' },
      /exited with code 1/,
    ],
    [
      'a timeout that is to deny',
      [{ command: 'sleep 1000', timeout: 0.2, onTimeout: 'deny' }],
      { behavior: 'deny' },
      /did not respond within 0\.2 s/,
    ],
  ];
  it.each(rows)('%s', async (_, handlers, answer, told) => {
    const world = makeWorld();
    configure(world, ...handlers);
    const asked = ask(world);
    expect(await asked.answered).toMatchObject({ ...answer, hook: expect.any(String) });
    await Promise.resolve();
    expect(asked.removed).toEqual(['ask-1']);
    expect(asked.told).toEqual(told === undefined ? [] : [expect.stringMatching(told)]);
  });

  const SILENT: [title: string, handler: JsonObject, told?: RegExp][] = [
    ['nothing', { command: 'true' }],
    ['plain text', { command: 'echo allow' }],
    ['exit code 2', { command: 'exit 2' }, /exited with code 2/],
    ['a timeout', { command: 'sleep 1000', timeout: 0.2 }, /did not respond/],
    [
      'a decision that is none',
      { command: says({ behavior: 'ask' }) },
      /"hookSpecificOutput\.decision\.behavior" must be "allow" or "deny"/,
    ],
    [
      'an allow of what a rule asks about',
      { command: says({ behavior: 'allow' }) },
      /may not allow this call of Probe/,
    ],
  ];
  it.each(SILENT)('%s leaves it to the person', async (title, handler, told) => {
    const world = makeWorld();
    configure(world, handler);
    const asked = ask(world, title.includes('rule') ? { askedBy: 'rule' } : {}, false);
    // No one is there, and so no one can be waited for.
    expect(await asked.answered).toEqual({ behavior: 'unavailable', reason: 'no one can be asked' });
    expect(asked.told).toEqual(told === undefined ? [] : [expect.stringMatching(told)]);
  });

  it('reliability 73: "continue": false ends the loop, whoever answers', async () => {
    const stop = JSON.stringify({ continue: false, stopReason: 'enough' });
    const world = makeWorld();
    configure(world, { command: `echo '${stop}'` });
    expect(await ask(world, {}, false).answered).toMatchObject({
      behavior: 'unavailable',
      stop: { reason: 'enough' },
    });
    const asked = ask(world);
    // The person answers when the hook has been heard.
    await asked.heard;
    asked.answerAsPerson({ behavior: 'allow' });
    expect(await asked.answered).toEqual({ behavior: 'allow', stop: { reason: 'enough' } });
    configure(world, { command: `echo '${stop}'` }, { command: says({ behavior: 'deny', message: 'no' }) });
    expect(await ask(world).answered).toMatchObject({ behavior: 'deny', stop: { reason: 'enough' } });
  });

  it('a person who answers first has answered, and the hook is ended', async () => {
    const world = makeWorld();
    configure(world, {
      command: `sleep 1000 & echo $! >"${world.path}/pid.new"; mv "${world.path}/pid.new" "${world.path}/pid"; wait`,
    });
    const asked = ask(world);
    while (!existsSync(join(world.path, 'pid'))) await new Promise((resolve) => void setTimeout(resolve, 10));
    asked.answerAsPerson({ behavior: 'allow' });
    expect(await asked.answered).toEqual({ behavior: 'allow' });
    const pid = readFileSync(join(world.path, 'pid'), 'utf8').trim();
    while (existsSync(`/proc/${pid}/exe`)) await new Promise((resolve) => void setTimeout(resolve, 10));
    expect(asked.told).toEqual([]);
  });

  it('where there are none, the person alone is asked', () => {
    const world = makeWorld();
    const sessionContext = { cwd: () => '/', tell: () => {} };
    expect(world.load().asker({ person: undefined, ...sessionContext })).toBeUndefined();
  });
});
