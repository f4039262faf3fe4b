/**
 * `era-server.ts both|exits [LOG]`: a server with the tool `say`, and those that the variable `TOOLS` names (`none`: it has no tools at
 * all); they are described with `DESCRIPTION`. Its list
 * is good for `TTL_MS`; `LIST=hangs-once` leaves the first request for it unanswered, and with `LIST=withheld`, each call announces that it
 * has changed, and it is never listed again; `LIST=cut` fails at the second page. They have the output schema `OUTPUT`, and with
 * `CALLS=hang`, calls are not answered, but written to LOG like starts. With `PROMPTS` it has those prompts. The first kind speaks both eras of the protocol; the
 * second exits at a request that comes before `initialize`. Each start writes a character to LOG. Once the file `LOG.era` exists, it
 * speaks only the era in it (`stateless` or `sessions`), or none (`none`).
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [kind, log] = process.argv.slice(2);
if (log !== undefined) appendFileSync(log, 'x');

const tools = process.env['TOOLS'] === 'none' ? {} : { tools: {} };
const prompts = process.env['PROMPTS']?.split(' ').map((name) => ({ name }));

const answers: Readonly<Record<string, object>> = {
  'server/discover': {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: tools,
    ttlMs: 0,
    cacheScope: 'private',
  },
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { ...tools, ...(prompts !== undefined && { prompts: {} }) },
    serverInfo: { name: 'eras', version: '1' },
  },
  'tools/list': {
    tools: ['say', ...(process.env['TOOLS']?.split(' ') ?? [])].map((name) => ({
      name,
      description: process.env['DESCRIPTION'],
      outputSchema: process.env['OUTPUT'] && JSON.parse(process.env['OUTPUT']),
      inputSchema: { type: 'object' },
    })),
    ...(process.env['TTL_MS'] !== undefined && { ttlMs: Number(process.env['TTL_MS']) }),
  },
  ...(prompts !== undefined && {
    'prompts/list': { prompts },
    'prompts/get': { messages: [{ role: 'user', content: { type: 'text', text: 'Do it.' } }] },
  }),
  'tools/call': { content: [{ type: 'text', text: 'hello' }] },
};

let listings = 0;
const refusal = (isStateless: boolean, method: string): object | undefined => {
  const era = existsSync(`${log}.era`) ? readFileSync(`${log}.era`, 'utf8') : undefined;
  if (era === 'none' && method === 'tools/call') return { code: -32022, message: 'no such version' };
  if (era === 'sessions' && isStateless)
    return { code: -32022, message: 'no such version', data: { supported: ['2025-11-25'] } };
  if (era === 'stateless' && !isStateless) return { code: -32601, message: 'no such method' };
  return undefined;
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (kind === 'exits' && method === 'server/discover') process.exit(1);
  const result = answers[method];
  if (id === undefined) return;
  if (method === 'tools/list' && process.env['LIST'] === 'hangs-once' && ++listings === 1) return;
  if (method === 'tools/list' && process.env['LIST'] === 'withheld' && ++listings > 1) return;
  if (method === 'tools/call' && process.env['LIST'] === 'withheld')
    process.stdout.write('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n');
  if (method === 'tools/call' && process.env['CALLS'] === 'hang') return appendFileSync(log ?? '', 'x');
  if (method === 'tools/list' && process.env['LIST'] === 'cut') {
    const page =
      params?.['cursor'] === undefined
        ? { result: { ...result, nextCursor: 'more' } }
        : { error: { code: -32603, message: 'no second page' } };
    return process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...page })}\n`);
  }
  const isStateless = params?.['_meta']?.['io.modelcontextprotocol/protocolVersion'] !== undefined;
  const error = refusal(isStateless, method);
  const answer =
    error !== undefined
      ? { error }
      : result === undefined
        ? { error: { code: -32601, message: 'unknown' } }
        : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
});
