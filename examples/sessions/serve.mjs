// Serves project/site on this machine while the command after it runs: node serve.mjs COMMAND ARGUMENTS…
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';

const site = join(import.meta.dirname, 'project/site');
const server = createServer((request, response) => {
  try {
    const page = readFileSync(join(site, basename(new URL(request.url, 'http://site').pathname)));
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  } catch {
    response.writeHead(404).end('Not found');
  }
});
server.listen(18342, '127.0.0.1', () => {
  const [command, ...args] = process.argv.slice(2);
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  child.on('close', (code) => {
    process.exitCode = code ?? 1;
    server.close();
    server.closeAllConnections();
  });
});
