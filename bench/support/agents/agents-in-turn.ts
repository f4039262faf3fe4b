import type { ChildProcess } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { agentCall, heldMemory, run, says } from './agents-program.ts';
import { residentMemory } from '../process-memory.ts';

/** Calls in one message, which run one after the other. */
const MESSAGE = 20;

interface Held {
  readonly bytes: number;
  readonly residentKb: number;
  readonly files: number;
  /** Connections, most of them to the model: some are kept for the next request, and closed when they have been idle. */
  readonly sockets: number;
}

const NOTHING: Held = {
  bytes: Number.NaN,
  residentKb: Number.NaN,
  files: Number.NaN,
  sockets: Number.NaN,
};

async function heldBy(child: ChildProcess | undefined): Promise<Held> {
  if (child?.pid === undefined) return NOTHING;
  const { pid } = child;
  return {
    ...openDescriptors(pid),
    residentKb: residentMemory(pid) ?? Number.NaN,
    bytes: await heldMemory(child),
  };
}

function openDescriptors(pid: number): Pick<Held, 'files' | 'sockets'> {
  const directory = `/proc/${pid}/fd`;
  const targets = readdirSync(directory).flatMap((name) => {
    try {
      return [readlinkSync(`${directory}/${name}`)];
    } catch {
      // It was closed meanwhile.
      return [];
    }
  });
  const sockets = targets.filter((target) => target.startsWith('socket:')).length;
  return { files: targets.length - sockets, sockets };
}

/** Opens so many agents one after the other; what the program holds beyond what it held after the first of them. */
export async function agentsInTurn(
  agents: number,
  first: number,
): Promise<{ readonly worked: number; readonly held: Held }> {
  let [opened, worked] = [0, 0];
  let program: ChildProcess | undefined;
  let [before, after] = [NOTHING, NOTHING];
  await run(
    async ({ body }) => {
      if (!JSON.stringify(body['messages']).includes('Do the work.')) {
        worked += 1;
        return says('Done.');
      }
      if (worked === first) before = await heldBy(program);
      if (worked === agents) after = await heldBy(program);
      if (opened === agents) return says('Done.');
      opened += MESSAGE;
      return { content: Array.from({ length: MESSAGE }, agentCall) };
    },
    {
      env: { SLUICE_MAX_TOOL_USE_CONCURRENCY: '1' },
      args: ['--settings', JSON.stringify({ agents: { maxPerPrompt: 10_000 } })],
      started: (child) => (program = child),
      reportsMemory: true,
    },
  );
  return {
    worked,
    held: {
      bytes: after.bytes - before.bytes,
      residentKb: after.residentKb - before.residentKb,
      files: after.files - before.files,
      sockets: after.sockets - before.sockets,
    },
  };
}
