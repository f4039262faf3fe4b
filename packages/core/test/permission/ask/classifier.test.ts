import { describe, expect, it } from 'vitest';
import {
  createMemoryFiles,
  createPermissionContext,
  createTableClassifier,
  type Action,
  type ClassifierVerdict,
  type CommandAction,
  type FileAction,
  type PermissionClassifier,
  type PermissionDecision,
} from '../../../src/index.ts';
import { quiet } from '../../support/drive.ts';
import {
  collect,
  createGate,
  createKit,
  outcomes,
  runAll,
  resultOf,
  statuses,
  textOfResult,
  toEnd,
  toolOf,
} from '../../support/kit.ts';
import { createPerson } from '../../support/person.ts';

const DEFAULT: PermissionDecision = { behavior: 'ask', by: 'default', reason: 'open', remedy: 'r' };

function world(
  classifier: PermissionClassifier,
  decision: PermissionDecision = DEFAULT,
  mode = 'auto' as const,
) {
  const person = createPerson();
  const kit = createKit([toolOf('Any')], {
    policy: { decide: () => decision },
    asker: person.asker,
    classifier,
  });
  kit.permission.update({ mode });
  return { person, kit };
}
const call = { id: 'c', name: 'Any', input: { a: 1 } };
const saying = (behavior: ClassifierVerdict['behavior']) => () => ({ behavior, reason: 'so it seems' });

describe('a classifier, in the mode auto', () => {
  it('allows what nothing else has decided', async () => {
    const { person, kit } = world(saying('allow'));
    const events = await runAll(kit, [call]);
    expect(resultOf(events, 'c').record.decision).toMatchObject({ behavior: 'allow', by: 'classifier' });
    expect(person.asks('c')).toBe(0);
  });

  it('denies with its reason', async () => {
    const { kit } = world(saying('deny'));
    const events = await runAll(kit, [call]);
    expect(outcomes(events)).toEqual({ c: 'denied' });
    expect(textOfResult(events, 'c')).toContain('so it seems');
  });

  it.each([
    ['asks', saying('ask')],
    [
      'fails',
      () => {
        throw new Error('broken');
      },
    ],
  ])('leaves it to a person when it %s', async (_, classifier: PermissionClassifier) => {
    const { person, kit } = world(classifier);
    const reading = collect(kit.runtime.run([call]));
    await quiet();
    expect(person.asks('c')).toBe(1);
    person.answer('c', { behavior: 'deny', feedback: 'no' });
    await toEnd(reading, kit.clock);
  });

  it.each([
    ['a rule denies', { behavior: 'deny', by: 'rule', reason: 'd' }, 'denied'],
    ['a rule asks', { behavior: 'ask', by: 'rule', reason: 'd', remedy: '' }, undefined],
    ['a floor asks', { behavior: 'ask', by: 'safety', reason: 'd', remedy: '' }, undefined],
  ] satisfies [string, PermissionDecision, string | undefined][])(
    'loosens nothing where %s',
    async (_, decision, outcome) => {
      const { person, kit } = world(saying('allow'), decision);
      const reading = collect(kit.runtime.run([call]));
      await quiet();
      if (outcome === undefined) {
        expect(person.asks('c')).toBe(1);
        person.answer('c', { behavior: 'deny', feedback: 'no' });
      }
      expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c: 'denied' });
    },
  );

  it('is not asked in another mode', async () => {
    let asked = 0;
    const person = createPerson();
    const kit = createKit([toolOf('Any')], {
      policy: { decide: () => DEFAULT },
      asker: person.asker,
      classifier: () => ({ behavior: 'allow', reason: `${(asked += 1)}` }),
    });
    const reading = collect(kit.runtime.run([call]));
    await quiet();
    expect(asked).toBe(0);
    person.answer('c', { behavior: 'allow' });
    await toEnd(reading, kit.clock);
  });

  it('starts beside the hooks, and is asked once for one input', async () => {
    const gate = createGate();
    const seen: unknown[] = [];
    const person = createPerson();
    const kit = createKit([toolOf('Any', { classifierView: () => 'a view' })], {
      policy: { decide: () => DEFAULT },
      asker: person.asker,
      hooks: [
        {
          event: 'PreToolUse',
          name: 'slow',
          run: async () => {
            await gate.passed;
            return undefined;
          },
        },
      ],
      classifier: ({ input, toolName }) => {
        seen.push([toolName, input]);
        return { behavior: 'allow', reason: '' };
      },
    });
    kit.permission.update({ mode: 'auto' });
    const reading = collect(kit.runtime.run([call]));
    await quiet();
    expect(seen).toEqual([['Any', 'a view']]);
    expect(statuses(reading.events, 'c').at(-1)).toBe('preparing');
    gate.open();
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c: 'ok' });
    expect(seen).toHaveLength(1);
  });

  it('is asked again if the rules changed while hooks ran', async () => {
    const gate = createGate();
    const versions: number[] = [];
    const kit = createKit([toolOf('Any')], {
      policy: { decide: () => DEFAULT },
      asker: createPerson().asker,
      hooks: [
        {
          event: 'PreToolUse',
          name: 'slow',
          run: async () => {
            await gate.passed;
            return undefined;
          },
        },
      ],
      classifier: ({ permission: { version } }) => {
        versions.push(version);
        return { behavior: versions.length === 1 ? 'allow' : 'deny', reason: 'rules' };
      },
    });
    kit.permission.update({ mode: 'auto' });
    const reading = collect(kit.runtime.run([call]));
    await quiet();
    kit.permission.update({ workingDirectories: ['/elsewhere'] });
    gate.open();
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c: 'denied' });
    expect(versions).toHaveLength(2);
  });
});

describe('the built-in table', () => {
  const files = createMemoryFiles({
    contents: new Map([['/p/old', '']]),
    links: new Map([['/p/out', '/etc']]),
  });
  const classify = createTableClassifier(files);
  const permission = createPermissionContext({ mode: 'auto', workingDirectories: ['/p'] }, 1);
  const file = (access: FileAction['access'], path: string | undefined): FileAction => ({
    type: 'file',
    access,
    path,
    isTree: false,
  });
  const command = (more: Partial<CommandAction>): CommandAction => ({
    type: 'command',
    source: 'c',
    exact: 'c',
    allow: 'c',
    deny: ['c'],
    isReadOnly: false,
    why: 'unknown',
    isFileEdit: false,
    files: [],
    redirections: [],
    ...more,
  });
  const rows: [string, readonly Action[], 'allow' | 'ask'][] = [
    ['a tool writes a new file of the workspace', [file('write', '/p/new')], 'allow'],
    ['a tool writes a file of the workspace that is there', [file('write', '/p/old')], 'allow'],
    ['a tool writes elsewhere', [file('write', '/etc/x')], 'ask'],
    ['a tool writes through a link that leads out', [file('write', '/p/out/x')], 'ask'],
    ['a tool writes a protected path', [file('write', '/p/.git/config')], 'ask'],
    ['a tool writes a file that is not known', [file('write', undefined)], 'ask'],
    ['a command makes a file', [command({ isFileEdit: true, files: [file('write', '/p/new')] })], 'allow'],
    ['a command overwrites one', [command({ isFileEdit: true, files: [file('write', '/p/old')] })], 'ask'],
    ['a command removes one', [command({ isFileEdit: true, files: [file('remove', '/p/old')] })], 'ask'],
    ['a command only reads', [command({ isReadOnly: true, files: [file('read', '/p/old')] })], 'allow'],
    [
      'its output goes into a new file',
      [command({ isReadOnly: true, redirections: [file('write', '/p/n')] })],
      'allow',
    ],
    [
      'its output goes into an old one',
      [command({ isReadOnly: true, redirections: [file('write', '/p/old')] })],
      'ask',
    ],
    ['a program that no one knows runs', [command({})], 'ask'],
    ['one part is harmless and one is not', [file('write', '/p/new'), command({})], 'ask'],
    ['another machine is reached', [{ type: 'fetch', host: 'example.com' }], 'ask'],
    ['nothing is told', [], 'ask'],
  ];
  it.each(rows)('%s', (_, actions, expected) => {
    const request = { toolName: 'T', input: {}, actions: { actions }, cwd: '/p', permission };
    const verdict = classify({ ...request, signal: new AbortController().signal });
    expect(verdict).toMatchObject({ behavior: expected });
  });

  it('what is not understood asks', () => {
    const opaque = { message: 'odd', isTooLong: false, source: '' };
    const request = { toolName: 'T', input: {}, actions: { actions: [], opaque }, cwd: '/p', permission };
    expect(classify({ ...request, signal: new AbortController().signal })).toMatchObject({ behavior: 'ask' });
  });
});
