import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { interleave, timeOf } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';

const CALLS = 200;
const NAME = 'a call of an MCP client, vs a server of the plain package';
const PEERS = new URL('../../packages/mcp/test/server/peers/', import.meta.url);

/** What `sluice mcp serve` adds to a call: everything between the protocol and the tool. */
export const serveRow: Row = {
  name: 'serve',
  about: 'an MCP client calls an echo tool over pipes: sluice mcp serve against a plain server',
  measure: async ({ isQuick }) => [await echo(isQuick ? 3 : 15)],
};

async function echo(runs: number): Promise<Line> {
  await using ours = await connect('sluice-echo.ts');
  await using plain = await connect('plain-echo.ts');
  const counts = { ours: 0, plain: 0 };
  const measure = (client: EchoClient, whose: keyof typeof counts) => async (): Promise<number> => {
    const ms = await timeOf(async () => {
      for (let call = 0; call < CALLS; call += 1) counts[whose] += await client.echo(`text ${call}`);
    });
    return (ms * 1000) / CALLS;
  };
  const [one, other] = [measure(ours, 'ours'), measure(plain, 'plain')];
  await interleave(3, one, other);
  const measured = await interleave(runs, one, other);
  const expected = (runs + 3) * CALLS;
  if (counts.ours !== expected || counts.plain !== expected)
    return failed(NAME, `of ${expected} echoes, ${counts.ours} and ${counts.plain} came back`);
  return {
    status: 'measured',
    name: NAME,
    unit: 'µs',
    ...measured,
    target: { kind: 'difference', atMost: 100 },
  };
}

interface EchoClient extends AsyncDisposable {
  /** 1 for the text that came back, 0 for anything else. */
  echo(text: string): Promise<number>;
}

async function connect(peer: string): Promise<EchoClient> {
  const program = fileURLToPath(new URL(peer, PEERS));
  const child = spawn(process.execPath, ['--conditions=sluice-source', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let id = 0;
  const request = async (method: string, params: object): Promise<string> => {
    id += 1;
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const { value } = await lines.next();
    return typeof value === 'string' ? value : '';
  };
  const clientInfo = { name: 'bench', version: '1.0.0' };
  await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return {
    async echo(text) {
      const answer = await request('tools/call', { name: 'Echo', arguments: { text } });
      return answer.includes(`"text":"${text}"`) ? 1 : 0;
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
