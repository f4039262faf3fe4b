import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { measureAgents, type AgentBench } from '../support/agents/agent-bench.ts';
import { agentPairs } from '../support/agents/agent-pairs.ts';
import { runAgent } from '../support/agents/agent-run.ts';
import { scriptOf } from '../support/agents/agent-script.ts';
import { arrivedAt } from '../support/agents/agent-times.ts';
import type { Line } from '../support/table/line.ts';
import type { Target } from '../support/table/target.ts';
import type { Row } from '../support/table/row.ts';

const SERVERS = 10;
const SERVER = fileURLToPath(new URL('../child/mcp-server.ts', import.meta.url));

/** How much later the first request of a run is sent because it has MCP servers. */
export const mcpStartRow: Row = {
  name: 'mcp-start',
  about: `sluice -p with ${SERVERS} stdio servers: start to the first request, vs without servers`,
  measure: ({ isQuick }) =>
    measureAgents({
      'known servers': (bench) => firstRequest(bench, isQuick ? 3 : 15, true),
      'new servers': (bench) => firstRequest(bench, isQuick ? 2 : 7, false),
    }),
};

async function firstRequest(bench: AgentBench, runs: number, isKnown: boolean): Promise<readonly Line[]> {
  const file = join(bench.cwd, 'servers.json');
  const entry = { command: process.execPath, args: [SERVER, 'plain'] };
  const names = Array.from({ length: SERVERS }, (_, index) => `s${index}`);
  const mcpServers = Object.fromEntries(names.map((name) => [name, entry]));
  writeFileSync(file, JSON.stringify({ mcpServers }));
  const { ours } = bench;
  const loaded = {
    ...ours,
    name: `${ours.name} with servers`,
    command: (prompt: string) => [...ours.command(prompt), '--mcp-config', file],
  };
  if (isKnown) await learn(bench, file);
  // What is known of servers is in the home directory.
  const inHome = (): AgentBench =>
    isKnown ? bench : { ...bench, home: mkdtempSync(join(bench.home, 'fresh-')) };
  const times = await agentPairs({ ...bench, ours: loaded, floor: ours }, runs, async (program) => {
    const { startedAt, report } = await runAgent(inHome(), program, scriptOf());
    return arrivedAt(report, 0) - startedAt;
  });
  const what = isKnown ? 'known from an earlier run' : 'never seen';
  const target: Target = { kind: 'difference', atMost: isKnown ? 15 : 1_000 };
  return [
    {
      status: 'measured',
      name: `the first request with ${SERVERS} servers that are ${what}, vs without servers`,
      unit: 'ms',
      ours: times.ours,
      baseline: times.floor,
      target,
    },
  ];
}

/** Connects to all of them, so that the next run knows them. */
async function learn({ ours, cwd, home }: AgentBench, file: string): Promise<void> {
  const [node = '', program = ''] = ours.command('');
  const env = { PATH: process.env['PATH'], HOME: home };
  const { stdout } = await promisify(execFile)(node, [program, 'mcp', 'list', '--mcp-config', file], {
    cwd,
    env,
  });
  const connected = stdout.split('\n').filter((line) => line.includes('connected')).length;
  if (connected !== SERVERS) throw new Error(`Of ${SERVERS} servers, ${connected} were connected.`);
}
