import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventVerdict } from '../../src/index.ts';
import { combineParts, type EventPart } from '../../src/answer/event-verdict.ts';
import { createStopLoop } from '../../src/index.ts';

const SILENT: EventPart = {
  hook: 'check',
  blockingReason: undefined,
  stop: undefined,
  decision: undefined,
  decisionReason: undefined,
  additionalContext: undefined,
  more: {},
  infos: [],
  errors: [],
};
const BLOCKS = combineParts([{ ...SILENT, blockingReason: 'tests fail' }]);
const SAYS = combineParts([{ ...SILENT, additionalContext: 'one more thing' }]);
const NOTHING = combineParts([SILENT]);
const STOPS = combineParts([{ ...SILENT, blockingReason: 'x', stop: { reason: 'enough' } }]);

/** A dispatcher that answers with these, and keeps what it was told. */
function loopOf(verdicts: readonly EventVerdict[], env: Record<string, string> = {}) {
  const told: { readonly event: string; readonly fields: object }[] = [];
  let next = 0;
  const fire = async (event: string, fields: object): Promise<EventVerdict> => {
    told.push({ event, fields });
    next += 1;
    return verdicts[(next - 1) % verdicts.length] ?? NOTHING;
  };
  return { told, loop: createStopLoop({ fire }, env) };
}

const ask = (loop: ReturnType<typeof loopOf>['loop']) => loop.ask({}, { cwd: '/' });

describe('whether the work may end', () => {
  it.each([
    ['nothing is said', NOTHING, { goesOn: false, isCapped: false }],
    [
      'a hook blocks',
      BLOCKS,
      { goesOn: true, feedback: ['The hook "check" says that you are not done: tests fail'] },
    ],
    ['a hook adds something', SAYS, { goesOn: true, feedback: ['one more thing'] }],
    ['a hook ends the run, over one that blocks', STOPS, { goesOn: false, isCapped: false }],
  ])('%s', async (_, verdict, answer) => {
    expect(await ask(loopOf([verdict]).loop)).toMatchObject(answer);
  });

  it('a hook is told whether one has kept the work going already', async () => {
    const { told, loop } = loopOf([BLOCKS, BLOCKS, NOTHING, BLOCKS]);
    for (let count = 0; count < 4; count += 1) await ask(loop);
    expect(told.map(({ fields }) => fields)).toEqual(
      [false, true, true, false].map((active) => ({ stop_hook_active: active })),
    );
  });

  it.each([
    [{}, 8],
    [{ CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '2' }, 2],
    [{ SLUICE_STOP_HOOK_BLOCK_CAP: '3', CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '2' }, 3],
    [{ CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: 'many' }, 8],
  ])('reliability 68: with %j it ends after hooks wanted it to go on %i times', async (env, cap) => {
    const { loop } = loopOf([BLOCKS], env);
    for (let count = 0; count < cap; count += 1) expect(await ask(loop)).toMatchObject({ goesOn: true });
    expect(await ask(loop)).toMatchObject({ goesOn: false, isCapped: true });
    // Then it counts anew.
    expect(await ask(loop)).toMatchObject({ goesOn: true });
  });

  it('0: there is no cap', async () => {
    const { loop } = loopOf([BLOCKS], { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '0' });
    for (let count = 0; count < 100; count += 1) expect(await ask(loop)).toMatchObject({ goesOn: true });
  });

  it('something new begins the count anew', async () => {
    const { told, loop } = loopOf([BLOCKS]);
    await ask(loop);
    loop.reset();
    await ask(loop);
    expect(told.at(-1)?.fields).toEqual({ stop_hook_active: false });
  });

  it('that of a sub-agent is asked about with its names', async () => {
    const told: unknown[] = [];
    const fire = async (event: string, fields: object): Promise<EventVerdict> => {
      told.push([event, fields]);
      return NOTHING;
    };
    const names = { agent_id: 'a', agent_type: 'Explore', agent_transcript_path: '/t' };
    await createStopLoop({ fire }, {}, names).ask({ last_assistant_message: 'x' }, { cwd: '/' });
    expect(told).toEqual([
      ['SubagentStop', { ...names, last_assistant_message: 'x', stop_hook_active: false }],
    ]);
  });
});

it('property: what hooks say together is what the strictest says, and nothing of it is lost', () => {
  const part: fc.Arbitrary<EventPart> = fc.record({
    hook: fc.string(),
    blockingReason: fc.option(fc.string(), { nil: undefined }),
    stop: fc.option(fc.record({ reason: fc.string() }), { nil: undefined }),
    decision: fc.constantFrom(undefined, 'allow' as const, 'ask' as const, 'deny' as const),
    decisionReason: fc.option(fc.string(), { nil: undefined }),
    additionalContext: fc.option(fc.string(), { nil: undefined }),
    more: fc.record({ watchPaths: fc.array(fc.constantFrom('a', 'b')) }),
    infos: fc.array(fc.string()),
    errors: fc.array(fc.string()),
  });
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const verdict = combineParts(parts);
      const blocks = parts.some(({ blockingReason }) => blockingReason !== undefined);
      const rank = ['allow', 'ask', 'deny'];
      const best = Math.max(-1, ...parts.map(({ decision }) => rank.indexOf(decision ?? '')));
      expect(verdict.block !== undefined).toBe(blocks);
      expect(verdict.decision).toBe(blocks ? 'deny' : rank[best]);
      expect(verdict.stop).toEqual(parts.find(({ stop }) => stop !== undefined)?.stop);
      expect(verdict.additionalContext).toEqual(parts.flatMap((each) => each.additionalContext ?? []));
      expect(new Set(verdict.watchPaths)).toEqual(
        new Set(parts.flatMap(({ more }) => more.watchPaths ?? [])),
      );
    }),
  );
});
