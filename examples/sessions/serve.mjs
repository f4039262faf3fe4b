// Serves project/site, and searches as SearXNG does, on this machine while the command after it runs:
// node serve.mjs COMMAND ARGUMENTS…
// The command runs in a copy of this directory in which the port of the recording is the one that was free.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const RECORDED_PORT = '18342';

const site = join(import.meta.dirname, 'project/site');
const FOUND = [
  {
    title: 'Release 2.1',
    url: 'https://docs.invoices.example/2.1',
    content: 'Invoices can be paid in parts.',
  },
  { title: 'Invoices, a novel', url: 'https://books.example/invoices', content: 'Nothing about software.' },
];
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://site');
  if (pathname === '/search') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results: FOUND }));
    return;
  }
  try {
    const page = readFileSync(join(site, basename(pathname)));
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  } catch {
    response.writeHead(404).end('Not found');
  }
});
server.listen(0, '127.0.0.1', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'sluice-sessions-'));
  cpSync(import.meta.dirname, cwd, { recursive: true });
  for (const name of ['web.jsonl', 'project/web.json', 'project/search.json']) {
    const file = join(cwd, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(RECORDED_PORT, String(server.address().port)));
  }
  const [command, ...args] = process.argv.slice(2);
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  child.on('error', ({ message }) => console.error(message));
  child.on('close', (code) => {
    process.exitCode = code ?? 1;
    rmSync(cwd, { recursive: true, force: true });
    server.close();
    server.closeAllConnections();
  });
});
