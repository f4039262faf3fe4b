import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { parseScript } from './parse-script.ts';
import { reportOf } from './report.ts';
import { startModelServer } from './start-model-server.ts';

/**
 * The server as a program: `node main.ts [SCRIPT.json]` prints its address as one line of JSON and serves until its
 * standard input or the program itself ends. `PUT /script` begins anew with another script, `GET /report` tells what came,
 * and the body of the last request.
 * SLUICE_MODEL_SERVER_CHECK=0 leaves bodies unparsed, so that the server's time does not grow with them; a report then
 * checks the last one.
 */
const path = process.argv[2];
const first = path === undefined ? [] : parseScript(readFileSync(path, 'utf8'));

const server = await startModelServer(first, {
  port: Number(process.env['SLUICE_MODEL_SERVER_PORT'] ?? 0),
  isChecked: process.env['SLUICE_MODEL_SERVER_CHECK'] !== '0',
  handle(request, response) {
    if (request.method === 'GET' && request.url === '/report') {
      response.end(JSON.stringify(reportOf(server)));
      return true;
    }
    if (request.method !== 'PUT' || request.url !== '/script') return false;
    void text(request)
      .then((json) => {
        server.restart(parseScript(json));
        response.writeHead(204).end();
      })
      .catch((error: unknown) => response.writeHead(400).end(`${String(error)}\n`));
    return true;
  },
});

console.log(JSON.stringify({ address: server.address, pid: process.pid }));
process.stdin.resume();
process.stdin.on('end', () => void server.close().then(() => process.exit(0)));
