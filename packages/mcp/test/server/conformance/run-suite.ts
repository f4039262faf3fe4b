import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts the fixture server and runs a suite's command against it: `run-suite.ts SUITE.js ARGUMENT…`; exits as it does. */
const [suite = '', ...args] = process.argv.slice(2);
const fixtures = fileURLToPath(new URL('fixture-server.ts', import.meta.url));
const server = spawn(process.execPath, ['--conditions=sluice-source', fixtures], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
let url = '';
for await (const chunk of server.stdout) {
  url += String(chunk);
  if (url.endsWith('\n')) break;
}
const checks = spawn(process.execPath, [suite, 'server', '--url', url.trim(), ...args], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
const [status] = await once(checks, 'exit');
server.stdin.end();
await once(server, 'exit');
process.exitCode = Number(status);
