import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import type { DispatchedEvent, EventFields, EventVerdict } from '../../src/index.ts';
import { makeWorld } from '../support/world.ts';

/** One that can forbid, one whose failure keeps no work going, and one that only tells. */
const FIELDS = {
  UserPromptSubmit: { prompt: 'mend it' },
  Stop: { stop_hook_active: false },
  SessionStart: { source: 'startup' },
} as const;

type Event = keyof typeof FIELDS;

async function fire<Fired extends DispatchedEvent>(
  event: Fired,
  fields: EventFields[Fired],
  handler: JsonObject,
): Promise<{ readonly verdict: EventVerdict; readonly told: readonly string[]; readonly path: string }> {
  const world = makeWorld();
  world.write('home/.sluice/settings.json', {
    hooks: { [event]: [{ hooks: [{ type: 'command', ...handler }] }] },
  });
  const told: string[] = [];
  const { dispatcher } = world.load({ tell: (text) => void told.push(text) });
  const verdict = await dispatcher.fire(event, fields, { cwd: world.project });
  return { verdict, told, path: world.path };
}

const fault = (event: Event, handler: JsonObject) => fire(event, FIELDS[event], handler);

describe('a program of a session event that', () => {
  it.each<[string, JsonObject, RegExp]>([
    ['dies by SIGKILL', { command: 'kill -KILL $$' }, /was killed by SIGKILL/],
    ['prints without end', { command: 'yes' }, /printed more than 10 MiB/],
    ['complains without end', { command: 'yes >&2' }, /printed more than 10 MiB/],
    ['is not executable', { command: '/etc/passwd', args: [] }, /exited with code 126/],
    ['is not there', { command: '/no/such/program', args: [] }, /exited with code 127/],
    ['prints broken JSON', { command: 'echo {' }, /looks like JSON but isn't valid/],
    ['prints JSON that is not UTF-8', { command: "printf '{\\377'" }, /looks like JSON but isn't valid/],
    ['reads nothing and fails', { command: 'exec <&-; exit 9' }, /exited with code 9/],
  ])(
    '%s decides nothing but where its failure is to block, and the person is told',
    async (_, act, problem) => {
      const [lax, strict, ending, starting] = await Promise.all([
        fault('UserPromptSubmit', act),
        fault('UserPromptSubmit', { ...act, onFailure: 'block' }),
        fault('Stop', { ...act, onFailure: 'block' }),
        fault('SessionStart', { ...act, onFailure: 'block' }),
      ]);
      for (const { told } of [lax, strict, ending, starting]) {
        expect(told).toEqual([expect.stringMatching(problem)]);
      }
      const blocks = [lax, strict, ending, starting].map(({ verdict }) => verdict.block?.reason);
      expect(blocks).toEqual([undefined, expect.stringMatching(problem), undefined, undefined]);
    },
  );

  it('hangs is ended with all that it has started, and blocks where a timeout is to deny', async () => {
    const hanging = { command: 'sleep 1000 & sleep 1000; touch ../late', timeout: 0.2 };
    const [lax, strict] = await Promise.all([
      fault('UserPromptSubmit', { ...hanging, onTimeout: 'continue' }),
      fault('UserPromptSubmit', { ...hanging, onTimeout: 'deny' }),
    ]);
    const late = /did not respond within 0\.2 s and was stopped/;
    expect([lax.verdict.block, strict.verdict.block?.reason]).toEqual([
      undefined,
      expect.stringMatching(late),
    ]);
    for (const { told, path } of [lax, strict]) {
      expect(told).toEqual([expect.stringMatching(late)]);
      expect(existsSync(join(path, 'late'))).toBe(false);
    }
  });

  it('leaves a process with its output is not waited for', async () => {
    const { verdict, told } = await fault('SessionStart', { command: 'setsid sleep 1000 & echo ready' });
    expect([verdict.additionalContext, told]).toEqual([['ready'], []]);
  });

  it('says what is not UTF-8 is heard, as well-formed text', async () => {
    const said = await fault('SessionStart', { command: "printf 'caf\\351'" });
    expect(said.verdict.additionalContext).toEqual(['caf\uFFFD']);
    const blocked = await fault('UserPromptSubmit', {
      command: `printf '{"decision":"block","reason":"caf\\351"}'`,
    });
    expect(blocked.verdict.block?.reason).toBe('caf\uFFFD');
  });
});
