import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AgentBench } from '../support/agents/agent-bench.ts';
import { agentPairs } from '../support/agents/agent-pairs.ts';
import { measureAgents } from '../support/agents/agent-bench.ts';
import { runAgent } from '../support/agents/agent-run.ts';
import { bashCall, scriptOf } from '../support/agents/agent-script.ts';
import { arrivedAt } from '../support/agents/agent-times.ts';
import type { Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';

/** A whole run in which the model only says a text, and the first command of a run. */
export const agentStartRow: Row = {
  name: 'agent-start',
  about: 'sluice -p of a text-only answer: start to first request and to exit, vs the floor',
  measure: ({ isQuick }) =>
    measureAgents({
      'a text-only run': (bench) => startLines(bench, isQuick ? 3 : 15, { isFresh: false }),
      // As in CI and in containers.
      'a text-only run, fresh home': (bench) => startLines(bench, isQuick ? 3 : 15, { isFresh: true }),
      'a text-only run, vs --bare': (bench) => bareLines(bench, isQuick ? 3 : 15),
    }),
};

async function startLines(
  bench: AgentBench,
  runs: number,
  { isFresh }: { readonly isFresh: boolean },
): Promise<readonly Line[]> {
  const inHome = (): AgentBench =>
    isFresh ? { ...bench, home: mkdtempSync(join(bench.home, 'fresh-')) } : bench;
  const text = await agentPairs(bench, runs, async (program) => {
    const { startedAt, endedAt, report } = await runAgent(inHome(), program, scriptOf());
    const megabytes = (report.requests[0]?.bytes ?? 0) / 1e6;
    return { whole: endedAt - startedAt, first: arrivedAt(report, 0) - startedAt, megabytes };
  });
  const command = await agentPairs(bench, runs, async (program) => {
    const { report } = await runAgent(inHome(), program, scriptOf([bashCall('true')]));
    return arrivedAt(report, 1) - arrivedAt(report, 0);
  });
  const home = isFresh ? ', fresh home' : '';
  return [
    {
      status: 'measured',
      name: `the first request of a text-only run, its body${home}`,
      unit: 'MB',
      ours: text.ours.map(({ megabytes }) => megabytes),
      baseline: text.floor.map(({ megabytes }) => megabytes),
      target: { kind: 'at-most', value: 0.016 },
    },
    {
      status: 'measured',
      name: `a text-only run, start to exit, vs the floor${home}`,
      unit: 'ms',
      ours: text.ours.map(({ whole }) => whole),
      baseline: text.floor.map(({ whole }) => whole),
      target: { kind: 'difference', atMost: 25 },
    },
    {
      status: 'measured',
      name: `a text-only run, start to the first request, vs the floor${home}`,
      unit: 'ms',
      ours: text.ours.map(({ first }) => first),
      baseline: text.floor.map(({ first }) => first),
      target: { kind: 'difference', atMost: 25 },
    },
    {
      status: 'measured',
      name: `the first command, from request to request, vs the floor${home}`,
      unit: 'ms',
      ours: command.ours,
      baseline: command.floor,
      target: { kind: 'difference', atMost: 6 },
    },
  ];
}

const SERVER = fileURLToPath(new URL('../child/mcp-server.ts', import.meta.url));

/** What a home may hold that a run does not use. */
const UNUSED: Readonly<Record<string, (home: string) => void>> = {
  nothing: () => {},
  'ten skills': (home) => {
    for (let at = 0; at < 10; at += 1)
      writeMarkdown(
        join(home, '.claude/skills', `skill-${at}`),
        'SKILL.md',
        `name: skill-${at}\ndescription: Does thing ${at}.`,
      );
  },
  'five agents': (home) => {
    for (let at = 0; at < 5; at += 1)
      writeMarkdown(
        join(home, '.claude/agents'),
        `agent-${at}.md`,
        `name: agent-${at}\ndescription: Looks into thing ${at}.`,
      );
  },
  'an MCP server': (home) => {
    const server = { command: process.execPath, args: [SERVER, 'plain'] };
    writeFileSync(join(home, '.claude.json'), JSON.stringify({ mcpServers: { unused: server } }));
  },
};

function writeMarkdown(directory: string, name: string, head: string): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, name), `---\n${head}\n---\n\nDo it.\n`);
}

/** What is configured and not used, beside `--bare`, which looks for none of it. */
async function bareLines(bench: AgentBench, runs: number): Promise<readonly Line[]> {
  const { ours } = bench;
  const bare = {
    name: `${ours.name} --bare`,
    command: (prompt: string) => [...ours.command(prompt), '--bare'],
  };
  const lines: Line[] = [];
  for (const [what, write] of Object.entries(UNUSED)) {
    const home = mkdtempSync(join(bench.home, 'with-'));
    write(home);
    const measured = await agentPairs({ ...bench, floor: bare }, runs, async (program) => {
      const { startedAt, report } = await runAgent({ ...bench, home }, program, scriptOf());
      return arrivedAt(report, 0) - startedAt;
    });
    lines.push({
      status: 'measured',
      name: `start to the first request with ${what} in the home, vs --bare`,
      unit: 'ms',
      ours: measured.ours,
      baseline: measured.floor,
      target: { kind: 'difference', atMost: 3 },
    });
  }
  return lines;
}
