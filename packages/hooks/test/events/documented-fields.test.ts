import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Hook } from '@sluice/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerNames } from '../../src/answer/function-answer.ts';
import { eventTerms, HOOK_EVENTS, isEngineEvent, isHookEvent } from '../../src/index.ts';
import { makeWorld } from '../support/world.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/hooks.md'), 'utf8');

/** The rows of the table with this head: of each event the names that stand in each further column. */
function tableOf(head: string): ReadonlyMap<string, readonly (readonly string[])[]> {
  const [, after = ''] = PAGE.split(`\n${head}\n`);
  const rows = after.split('\n').slice(1);
  const end = rows.findIndex((row) => !row.startsWith('|'));
  return new Map(
    rows.slice(0, end).flatMap((row) => {
      const [, events = '', ...cells] = row.split('|');
      const names = cells.slice(0, -1).map(namesIn);
      return namesIn(events).map((event) => [event, names] as const);
    }),
  );
}

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

const FIRED = HOOK_EVENTS.filter(isHookEvent).filter((event) => eventTerms(event).firedBy !== undefined);

const INPUTS = tableOf('| event | input |');
const COMMON = ['session_id', 'transcript_path', 'cwd', 'permission_mode', 'hook_event_name'];

describe('the page about hooks', () => {
  it('has no line of more than 120 columns, but for rows of tables, which cannot be wrapped', () => {
    const lines = PAGE.split('\n').filter((line) => !line.startsWith('|'));
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
  });

  it.each(FIRED.filter((event) => !isEngineEvent(event)))('has what %s is told', (event) => {
    const [names = [], ...rest] = INPUTS.get(event) ?? [];
    const all = names.flatMap((name) => (isHookEvent(name) ? (INPUTS.get(name)?.[0] ?? []) : name));
    expect([all, ...rest]).toEqual([Object.keys(eventTerms(event).fields)]);
  });

  it('has what events of calls are told', async () => {
    const told: unknown[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => void (body += part));
      request.on('end', () => {
        told.push(JSON.parse(body));
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const url = `http://127.0.0.1:${port}/`;
    const events = FIRED.filter(isEngineEvent);
    const world = makeWorld();
    world.write('home/.sluice/settings.json', {
      hooks: Object.fromEntries(events.map((event) => [event, [{ hooks: [{ type: 'http', url }] }]])),
    });
    for (const hook of world.load().hooks) await runOne(hook);
    const post = INPUTS.get('PostToolUse')?.[0] ?? [];
    const [, ...more] = INPUTS.get('PostToolUseFailure')?.[0] ?? [];
    const [list = '', ...ofEach] = INPUTS.get('PostToolBatch')?.[0] ?? [];
    const expected: Readonly<Record<(typeof events)[number], readonly string[]>> = {
      PreToolUse: INPUTS.get('PreToolUse')?.[0] ?? [],
      PostToolUse: post,
      PostToolUseFailure: [...post, ...more],
      PostToolBatch: [list],
      PermissionDenied: INPUTS.get('PermissionDenied')?.[0] ?? [],
    };
    expect(told).toHaveLength(events.length);
    for (const one of told) {
      const fields = new Map(Object.entries(Object(one)));
      const event = String(fields.get('hook_event_name'));
      const names = new Map(Object.entries(expected)).get(event) ?? [];
      if (isHookEvent(event))
        expect(Object.keys(eventTerms(event).fields).toSorted()).toEqual(names.toSorted());
      expect([event, ...fields.keys()].toSorted()).toEqual([event, ...COMMON, ...names].toSorted());
      const calls = fields.get(list);
      if (Array.isArray(calls)) expect(Object.keys(Object(calls[0]))).toEqual(ofEach);
    }
  });

  it.each(FIRED)('has what %s may be answered', (event) => {
    const { own = [], takesVerdict } = eventTerms(event);
    const [specific, top] = tableOf('| event | `hookSpecificOutput` | at the top level |').get(event) ?? [];
    expect(specific).toEqual(
      own.filter((field) => field !== 'updatedMCPToolOutput').toSorted(asIn(specific)),
    );
    expect(top).toEqual(takesVerdict === true ? ['decision'] : []);
  });

  const FOR_FUNCTIONS = FIRED.filter((event) => eventTerms(event).firedBy !== 'terminal');
  it.each(FOR_FUNCTIONS)('has what a function of %s may answer', (event) => {
    const [names = []] = tableOf('| event | answer |').get(event) ?? [[]];
    const known = answerNames(event).filter(
      (name) => !['stop', 'notices', 'terminalSequence'].includes(name),
    );
    expect(names.toSorted()).toEqual([...known].toSorted());
  });
});

function asIn(order: readonly string[] = []): (one: string, other: string) => number {
  return (one, other) => order.indexOf(one) - order.indexOf(other);
}

async function runOne(hook: Hook): Promise<void> {
  const { signal } = new AbortController();
  const call = { callId: 'c', messageId: 'm', toolName: 'Probe', input: {}, cwd: '/', signal };
  switch (hook.event) {
    case 'PreToolUse':
      return void (await hook.run(call));
    case 'PostToolUse':
      return void (await hook.run({
        ...call,
        output: {},
        content: '',
        outcome: { code: 'ok' },
        durationMs: 1,
      }));
    case 'PostToolUseFailure': {
      const outcome = { code: 'tool-error', errorCode: 'x', message: 'it failed' } as const;
      return void (await hook.run({ ...call, output: {}, content: '', outcome, durationMs: 1 }));
    }
    case 'PostToolBatch': {
      const { callId, messageId, toolName, input, cwd } = call;
      const calls = [{ callId, toolName, input, content: '', isError: false }];
      return void (await hook.run({ messageId, cwd, signal, calls }));
    }
    case 'PermissionDenied':
      return void (await hook.run({ ...call, reason: 'no' }));
    default:
      return hook satisfies never;
  }
}
