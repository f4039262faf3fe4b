import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { CLI } from '../exec/support/cli.ts';
import { isAlive, linesOfFile, until } from '../exec/support/until.ts';
import { calls } from '../print/support/answers.ts';
import { printPlace } from '../print/support/print.ts';

/** An editor that starts an agent, writes its pid, and sends a prompt. */
const EDITOR = `
const agent = require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: ['pipe', 'pipe', 'ignore'] });
require('node:fs').writeFileSync('agent', agent.pid + '\\n');
const send = (id, method, params) => agent.stdin.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }) + '\\n');
require('node:readline').createInterface({ input: agent.stdout }).on('line', (line) => {
  const { id, result } = JSON.parse(line);
  const prompt = [{ type: 'text', text: 'Stay.' }];
  if (id === 1) send(2, 'session/new', { cwd: process.cwd(), mcpServers: [] });
  if (id === 2) send(3, 'session/prompt', { sessionId: result.sessionId, prompt });
});
send(1, 'initialize', { protocolVersion: 1 });
`;

test('an editor that is killed in the middle of a command leaves neither the agent nor the command', async () => {
  const command = 'echo $$ >> pids; sleep 1000 & echo $! >> pids; wait';
  await using server = await startModelServer(() => calls(['Bash', { command }]));
  const { cwd, env } = printPlace(server);
  const editor = spawn(
    process.execPath,
    ['-e', EDITOR, '--', ...CLI, 'acp', '--dangerously-skip-permissions'],
    { ...{ cwd, stdio: 'ignore' }, env: { ...process.env, ...env } },
  );
  onTestFinished(() => void editor.kill('SIGKILL'));
  const pids = (await linesOfFile(join(cwd, 'pids'), 2)).map(Number);
  const [agent] = (await linesOfFile(join(cwd, 'agent'), 1)).map(Number);
  expect([agent ?? 0, ...pids].filter(isAlive)).toHaveLength(3);
  editor.kill('SIGKILL');
  await until(() => ([agent ?? 0, ...pids].some(isAlive) ? undefined : true));
});
