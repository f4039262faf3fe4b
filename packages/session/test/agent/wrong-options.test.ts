import { expect, it, onTestFinished } from 'vitest';
import { startModelServer } from '../../../agent/test/support/model-server/start-model-server.ts';
import { scratch } from '../../../sluice/test/cli/exec/support/scratch.ts';
import { createLocalAgent } from '../../src/agent/create-local-agent.ts';
import { openAgent } from '../../src/agent/open-agent.ts';
import { openSessionParts } from '../../src/parts/open-session-parts.ts';

/** As a program in JavaScript may call it. */
const local = (options: unknown): Promise<unknown> => Reflect.apply(createLocalAgent, undefined, [options]);

it.each<[options: object, error: typeof TypeError | typeof RangeError, message: RegExp]>([
  [{ modle: 'x' }, TypeError, /^createLocalAgent: There is no option "modle"\. Did you mean model\?$/],
  [
    { effort: 'huge' },
    RangeError,
    /^createLocalAgent: The option effort must be "low", .* or "max"; got "huge"\.$/,
  ],
  [
    { maxTurns: 0 },
    RangeError,
    /^createLocalAgent: The option maxTurns must be a positive whole number; got 0\.$/,
  ],
  [
    { toolLoading: 'x' },
    RangeError,
    /The option toolLoading must be "auto", "reference", "bridge", "append" or "off"/,
  ],
  [
    { session: {} },
    TypeError,
    /The option session\.kind must be "new", "latest", "named" or "none"; got undefined\.$/,
  ],
  [
    { session: { kind: 'last' } },
    RangeError,
    /The option session\.kind must be .*; got "last"\.( Did you mean "latest"\?)?$/,
  ],
  [
    { agents: { readFiles: true } },
    TypeError,
    /There is no option "readFiles" in agents\. Did you mean readsFiles\?$/,
  ],
  [
    { settings: { sources: ['home'] } },
    RangeError,
    /The option settings\.sources\[0\] must be "user", "project" or "local"/,
  ],
])('an agent: %j is refused, and the error says what is allowed', async (options, error, message) => {
  const opening = local({ cwd: scratch(), ...options });
  await expect(opening).rejects.toThrow(error);
  await expect(opening).rejects.toThrow(message);
});

it('an agent without a directory to work in is refused', async () => {
  await expect(local({})).rejects.toThrow(
    /^createLocalAgent: The option cwd must be the path of a directory; got undefined\.$/,
  );
});

it('parts and agents that are opened apart are checked, too', async () => {
  const cwd = scratch();
  const wrong: unknown = Reflect.apply(openSessionParts, undefined, [{ cwd, permisionMode: 'plan' }]);
  await expect(wrong).rejects.toThrow(
    /^openSessionParts: There is no option "permisionMode"\. Did you mean permissionMode\?$/,
  );

  await using server = await startModelServer([{ content: [{ type: 'text', text: 'Done.' }] }]);
  process.env['ANTHROPIC_API_KEY'] ??= 'test-key';
  const opened = await openSessionParts({ cwd, settings: { sources: [] } });
  if (!opened.ok) throw new Error(opened.error.message);
  const { parts } = opened;
  onTestFinished(async () => void (await parts.dispose()));
  const open = (options: object): Promise<unknown> => Reflect.apply(openAgent, undefined, [parts, options]);
  await expect(open({ model: 'anthropic/claude-sonnet-4-5', maxTurn: 1 })).rejects.toThrow(
    /^openAgent: There is no option "maxTurn"\. Did you mean maxTurns\?$/,
  );
  const found = await openAgent(parts, { model: 'anthropic/claude-sonnet-4-5', baseUrl: server.address });
  if (!found.ok) throw new Error(found.error.message);
  const { agent } = found;
  onTestFinished(() => agent.close());
  await expect(open({ parent: agent })).rejects.toThrow(
    /^openAgent: The option type must be the type of the agent; got undefined\.$/,
  );
  await expect(open({ parent: agent, type: 'Helper', depht: 1 })).rejects.toThrow(
    /^openAgent: There is no option "depht"\. Did you mean depth\?$/,
  );
  expect(() => Reflect.apply(agent.run, agent, [7])).toThrow(
    /^agent\.run: The option prompt must be a text, or an object: .*; got 7\.$/,
  );
});
