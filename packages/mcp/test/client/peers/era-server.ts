/**
 * `era-server.ts both|exits [LOG]`: a server with the tool `say`, and those that the variable `TOOLS` names. The first kind speaks both eras of the protocol; the
 * second exits at a request that comes before `initialize`. Each start writes a character to LOG.
 */
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [kind, log] = process.argv.slice(2);
if (log !== undefined) appendFileSync(log, 'x');

const answers: Readonly<Record<string, object>> = {
  'server/discover': {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    ttlMs: 0,
    cacheScope: 'private',
  },
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'eras', version: '1' },
  },
  'tools/list': {
    tools: ['say', ...(process.env['TOOLS']?.split(' ') ?? [])].map((name) => ({
      name,
      inputSchema: { type: 'object' },
    })),
  },
  'tools/call': { content: [{ type: 'text', text: 'hello' }] },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (kind === 'exits' && method === 'server/discover') process.exit(1);
  const result = answers[method];
  if (id === undefined) return;
  const answer = result === undefined ? { error: { code: -32601, message: 'unknown' } } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
});
