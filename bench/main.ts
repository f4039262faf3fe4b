import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { errorText } from '@sluice/base';
import { acpRow } from './rows/acp.ts';
import { agentOutputRow } from './rows/agent-output.ts';
import { agentProcessesRow } from './rows/agent-processes.ts';
import { agentStartRow } from './rows/agent-start.ts';
import { agentStreamRow } from './rows/agent-stream.ts';
import { agentToolsRow } from './rows/agent-tools.ts';
import { agentTurnsRow } from './rows/agent-turns.ts';
import { batchRow } from './rows/batch.ts';
import { adaptersRow } from './rows/adapters.ts';
import { adaptersAbortRow } from './rows/adapters-abort.ts';
import { earlyStartRow } from './rows/early-start.ts';
import { hooksRow } from './rows/hooks.ts';
import { mcpClientRow } from './rows/mcp-client.ts';
import { mcpStartRow } from './rows/mcp-start.ts';
import { outputRow } from './rows/output.ts';
import { overheadRow } from './rows/overhead.ts';
import { permissionRow } from './rows/permission.ts';
import { analysisRow } from './rows/permission-analysis.ts';
import { lengthRow } from './rows/permission-length.ts';
import { approveRow } from './rows/permission-approve.ts';
import { embeddingRow } from './rows/embedding.ts';
import { editRow } from './rows/edit.ts';
import { explainRow } from './rows/permission-explain.ts';
import { gitRow } from './rows/permission-git.ts';
import { readRow } from './rows/read.ts';
import { sandboxRow } from './rows/sandbox.ts';
import { languageServersRow } from './rows/language-servers.ts';
import { schedulesRow } from './rows/schedules.ts';
import { searchRow } from './rows/search.ts';
import { serveRow } from './rows/serve.ts';
import { sideBySideRow } from './rows/side-by-side.ts';
import { spawnRow } from './rows/spawn.ts';
import { startUpRow } from './rows/start-up.ts';
import { traceRow } from './rows/trace.ts';
import { skillsRow } from './rows/skills.ts';
import { terminalRow } from './rows/terminal.ts';
import { teamRow } from './rows/team.ts';
import { toolSearchRow } from './rows/tool-search.ts';
import { workflowsRow } from './rows/workflows.ts';
import { worktreeRow } from './rows/worktree.ts';
import { agentsRow } from './rows/agents.ts';
import { peersRow } from './rows/peers.ts';
import { webRow } from './rows/web.ts';
import { waitingRow } from './rows/waiting.ts';
import { toJson } from './support/table/json.ts';
import { failed, type Line } from './support/table/line.ts';
import type { Row, RowOptions } from './support/table/row.ts';
import { changedSinceBuild } from './support/stale-build.ts';
import { renderTable } from './support/table/table.ts';

// The rows of microseconds come first, while the heap is small.
const ROWS: readonly Row[] = [
  overheadRow,
  permissionRow,
  analysisRow,
  lengthRow,
  waitingRow,
  earlyStartRow,
  embeddingRow,
  adaptersRow,
  adaptersAbortRow,
  sideBySideRow,
  serveRow,
  acpRow,
  mcpClientRow,
  spawnRow,
  sandboxRow,
  hooksRow,
  batchRow,
  readRow,
  editRow,
  searchRow,
  skillsRow,
  webRow,
  agentsRow,
  peersRow,
  toolSearchRow,
  schedulesRow,
  languageServersRow,
  terminalRow,
  worktreeRow,
  teamRow,
  workflowsRow,
  outputRow,
  startUpRow,
  traceRow,
  explainRow,
  gitRow,
  approveRow,
  agentStartRow,
  mcpStartRow,
  agentToolsRow,
  agentStreamRow,
  agentOutputRow,
  agentTurnsRow,
  agentProcessesRow,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    quick: { type: 'boolean' },
    full: { type: 'boolean' },
    list: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});
const list = ROWS.map((row) => `  ${row.name.padEnd(17)}${row.about}`).join('\n');
const unknown = positionals.filter((name) => !ROWS.some((row) => row.name === name));

if (values.help === true) {
  console.log(`npm run bench -- [--quick|--full] [--json] [--list] [ROW…]\n\n${list}`);
} else if (values.list === true) {
  console.log(list);
} else if (unknown.length > 0) {
  console.error(`No such row: ${unknown.join(', ')}. Rows:\n${list}`);
  process.exitCode = 2;
} else {
  const chosen = positionals.length === 0 ? ROWS : ROWS.filter((row) => positionals.includes(row.name));
  const options = { isQuick: values.quick === true, isFull: values.full === true };
  const changed = changedSinceBuild(join(import.meta.dirname, '..'));
  if (changed !== undefined) {
    console.error(
      `${changed} is newer than the built command: rows that run it measure the earlier build. Run npm run build.`,
    );
  }
  const lines: Line[] = [];
  for (const row of chosen) {
    if (values.json !== true) console.error(`measuring ${row.name}: ${row.about}`);
    lines.push(...(await measure(row, options)));
  }
  const machine = { node: process.version, cores: availableParallelism(), date: new Date().toISOString() };
  if (values.json === true) console.log(JSON.stringify({ ...machine, lines: lines.map(toJson) }, null, 2));
  else {
    console.log(
      `Node ${machine.node}, ${machine.cores} cores, ${machine.date.slice(0, 10)}; medians (min–max)\n`,
    );
    console.log(renderTable(lines));
  }
  if (lines.some((line) => line.status === 'failed')) process.exitCode = 1;
}

/** A row that breaks is a failure of its own; the others are measured all the same. */
async function measure(row: Row, options: RowOptions): Promise<readonly Line[]> {
  try {
    return await row.measure(options);
  } catch (error) {
    return [failed(row.name, errorText(error))];
  }
}
