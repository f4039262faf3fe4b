import { join } from 'node:path';
import { systemClock } from '@sluice/core';
import { openJournal } from '@sluice/host';
import { startModelServer } from '../../../packages/agent/test/support/model-server/start-model-server.ts';
import { openAgent } from '../../../packages/session/src/agent/open-agent.ts';
import { openSessionParts } from '../../../packages/session/src/parts/open-session-parts.ts';
import { timeOf } from '../table/interleave.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

/** Fewer than may wait for one agent. */
const MESSAGES = 90;
const TEXT = 'The tests of the second package pass now. '.repeat(5);

/** Milliseconds of messages to an agent that waits for its model, each beside those of appending a line of its size. */
export async function messageTimes(): Promise<{
  readonly ours: readonly number[];
  readonly baseline: readonly number[];
}> {
  using directory = temporaryDirectory();
  const arrived = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const call = { type: 'call' as const, name: 'Agent', input: { description: 'Wait', prompt: 'Wait.' } };
  const says = (text: string) => ({ content: [{ type: 'text' as const, text }] });
  await using server = await startModelServer(async ({ body }) => {
    const text = JSON.stringify(body['messages']);
    if (text.includes('Open it.')) return text.includes('tool_result') ? says('Done.') : { content: [call] };
    arrived.resolve();
    await gate.promise;
    return says('Done.');
  });
  process.env['ANTHROPIC_API_KEY'] ??= 'test';
  const opened = await openSessionParts({
    cwd: directory.path,
    sessionDirectory: join(directory.path, 'session'),
    agents: {},
  });
  if (!opened.ok) throw new Error(opened.error.message);
  const { parts } = opened;
  const found = await openAgent(parts, { model: 'anthropic/claude-sonnet-4-5', baseUrl: server.address });
  if (!found.ok) throw new Error(found.error.message);
  const { agent } = found;
  for await (const event of agent.run('Open it.')) if (event.type === 'result') break;
  await arrived.promise;
  const port = parts.subAgents?.port;
  const to = port?.list()[0]?.id ?? '';
  const other = openJournal({ directory: join(directory.path, 'other') });
  if (!other.ok) throw new Error(other.message);
  const { journal } = other;
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let count = 0; count < MESSAGES; count += 1) {
    ours.push(
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await timeOf(async () => {
        const sent = await port?.send({
          to,
          text: TEXT,
          fields: undefined,
          summary: undefined,
          from: undefined,
        });
        if (sent?.ok !== true) throw new Error('The message was not delivered.');
      }),
    );
    baseline.push(
      // oxlint-disable-next-line no-await-in-loop
      await timeOf(async () => {
        const line = { type: 'agent-message', id: `m${count}`, to, text: TEXT } as const;
        journal.append({ v: 1, time: systemClock.wallTime(), ...line });
      }),
    );
  }
  journal.close();
  gate.resolve();
  await parts.tasks.stop(to, 'program');
  await agent.close();
  await parts.dispose();
  return { ours, baseline };
}
