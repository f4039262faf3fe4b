import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { interleave, timeOf } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Target } from '../support/table/target.ts';
import { openOurs, openPackage, type McpClients } from '../support/mcp-clients.ts';
import type { Row } from '../support/table/row.ts';

const CALLS = 200;
const BIG = 9_000_000;
const JUNK = fileURLToPath(new URL('../child/mcp-junk.ts', import.meta.url));
const SERVER = fileURLToPath(new URL('../child/mcp-server.ts', import.meta.url));

/** What the client of MCP servers costs, beside the protocol's own package and a bare pipe. */
export const mcpClientRow: Row = {
  name: 'mcp-client',
  about:
    "stdio MCP servers: connecting, calls, long results, aborting and closing, against the protocol's package",
  async measure({ isQuick }) {
    const runs = isQuick ? 2 : 7;
    return [
      await whole('10 servers connected and listed, vs the package', runs, 10, 'plain', 'open', {
        kind: 'ratio',
        atMost: 1,
        plus: 0,
      }),
      await calls(runs),
      await bigResult(runs),
      await bigResultBesidePipe(runs),
      await aborting(runs),
      await junk(isQuick ? 1 : 3),
      await whole('a server closed, vs the package', runs, 1, 'plain', 'close', atMost(120)),
      await whole('10 servers closed, vs the package', runs, 10, 'plain', 'close', atMost(120)),
      await whole(
        'a server closed that ignores SIGTERM, vs the package',
        runs,
        1,
        'stubborn',
        'close',
        atMost(700),
      ),
    ];
  },
};

function atMost(value: number): Target {
  return { kind: 'at-most', value };
}

/** Opens and closes everything in each run, and tells how long the one or the other took. */
async function whole(
  name: string,
  runs: number,
  count: number,
  kind: 'plain' | 'stubborn',
  part: 'open' | 'close',
  target: Target,
): Promise<Line> {
  const measure = (open: typeof openOurs) => async (): Promise<number> => {
    let clients: McpClients | undefined;
    const opening = await timeOf(async () => void (clients = await open(count, kind)));
    const closing = await timeOf(() => clients?.close());
    return part === 'open' ? opening : closing;
  };
  // The first run loads what is loaded on demand.
  await interleave(1, measure(openOurs), measure(openPackage));
  const measured = await interleave(runs, measure(openOurs), measure(openPackage));
  return { status: 'measured', name, unit: 'ms', ...measured, target };
}

async function calls(runs: number): Promise<Line> {
  const name = 'a call, vs a bare pipe';
  const [ours, bare] = [await openOurs(1), openPipe()];
  let characters = 0;
  const measure = (call: (text: string) => Promise<number>) => async (): Promise<number> => {
    const ms = await timeOf(async () => {
      for (let index = 0; index < CALLS; index += 1) characters += Math.sign(await call(`text ${index}`));
    });
    return (ms * 1_000) / CALLS;
  };
  const one = measure((text) => ours.call('echo', { text }));
  const other = measure((text) => bare.echo(text));
  try {
    await interleave(3, one, other);
    const measured = await interleave(runs, one, other);
    if (characters !== 2 * (runs + 3) * CALLS) return failed(name, 'not every call was answered');
    return { status: 'measured', name, unit: 'µs', ...measured, target: { kind: 'difference', atMost: 60 } };
  } finally {
    await Promise.all([ours.close(), bare.close()]);
  }
}

async function bigResult(runs: number): Promise<Line> {
  const name = 'a result of 9 MB, vs the package';
  const [ours, other] = [await openOurs(1), await openPackage(1)];
  const lengths = new Set<number>();
  const measure = (clients: McpClients) => (): Promise<number> =>
    timeOf(async () => void lengths.add(await clients.call('big', {})));
  try {
    await interleave(1, measure(ours), measure(other));
    const measured = await interleave(runs, measure(ours), measure(other));
    if ([...lengths].join() !== String(BIG)) return failed(name, `it has ${[...lengths].join()} characters`);
    return { status: 'measured', name, unit: 'ms', ...measured, target: atMost(60) };
  } finally {
    await Promise.all([ours.close(), other.close()]);
  }
}

/** What Node itself takes for it: reading the pipe, decoding, and parsing. */
async function bigResultBesidePipe(runs: number): Promise<Line> {
  const name = 'a result of 9 MB, vs a bare pipe that is decoded and parsed';
  const [ours, bare] = [await openOurs(1), openBigPipe()];
  const lengths = new Set<number>();
  const one = (): Promise<number> => timeOf(async () => void lengths.add(await ours.call('big', {})));
  const other = (): Promise<number> => timeOf(async () => void lengths.add(await bare.read()));
  try {
    await interleave(1, one, other);
    const measured = await interleave(runs, one, other);
    if ([...lengths].join() !== String(BIG)) return failed(name, `it has ${[...lengths].join()} characters`);
    return { status: 'measured', name, unit: 'ms', ...measured, target: { kind: 'none' } };
  } finally {
    await Promise.all([ours.close(), bare.close()]);
  }
}

/** From the abort to the end of the wait, of a call that the server never answers. */
async function aborting(runs: number): Promise<Line> {
  const ours = await openOurs(1);
  const times: number[] = [];
  try {
    for (let run = 0; run < runs; run += 1) {
      const controller = new AbortController();
      const called = ours.call('hang', {}, controller.signal);
      // The server has the call, and continues with the next.
      await ours.call('echo', {});
      times.push(
        await timeOf(async () => {
          controller.abort();
          await called;
        }),
      );
    }
    const name = 'a call aborted that is never answered';
    return { status: 'measured', name, unit: 'ms', ours: times, baseline: undefined, target: atMost(50) };
  } finally {
    await ours.close();
  }
}

/** Each client in a process of its own, whose peak counts. */
async function junk(runs: number): Promise<Line> {
  const name = '500 MB of lines that are not protocol, memory, vs the package';
  const growth = (client: string) => async (): Promise<number> => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--conditions=sluice-source',
      JUNK,
      client,
    ]);
    return Number(stdout);
  };
  const measured = await interleave(runs, growth('ours'), growth('package'));
  if (measured.ours.some(Number.isNaN)) return failed(name, 'a client printed no figure');
  return { status: 'measured', name, unit: 'MB', ...measured, target: atMost(40) };
}

function openBigPipe(): {
  /** Characters of the text of one result. */
  readonly read: () => Promise<number>;
  readonly close: () => Promise<void>;
} {
  const child = spawn(process.execPath, [SERVER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'big', arguments: {} } };
  const pieces = child.stdout.setEncoding('utf8')[Symbol.asyncIterator]();
  return {
    async read() {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const parts: string[] = [];
      for (let isWhole = false; !isWhole;) {
        const { value } = await pieces.next();
        parts.push(String(value));
        isWhole = parts.at(-1)?.endsWith('\n') !== false;
      }
      return JSON.parse(parts.join('')).result.content[0].text.length;
    },
    async close() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

function openPipe(): {
  readonly echo: (text: string) => Promise<number>;
  readonly close: () => Promise<void>;
} {
  const child = spawn(process.execPath, [SERVER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let id = 0;
  return {
    async echo(text) {
      id += 1;
      const params = { name: 'echo', arguments: { text } };
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
      const { value } = await lines.next();
      return typeof value === 'string' && value.includes(text) ? text.length : 0;
    },
    async close() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}
