import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A client that lists the tools of `sluice mcp serve` and uses one. */
export function clientLines(): string {
  const messages = [
    { id: 1, method: 'initialize', params: { ...PROTOCOL, capabilities: {}, clientInfo: SELF } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'tools/call', params: { name: 'Glob', arguments: { pattern: '*.txt' } } },
  ];
  return messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
}

const PROTOCOL = { protocolVersion: '2025-06-18' };
const SELF = { name: 'build', version: '1' };

/** What the servers of the ordinary work answer, over pipes and over HTTP. */
const SERVER_RESULTS = {
  initialize: { ...PROTOCOL, capabilities: { tools: {} }, serverInfo: SELF },
  'tools/list': {
    tools: [
      {
        name: 'look',
        description: 'Looks up a note.',
        inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        annotations: { readOnlyHint: true },
      },
    ],
  },
  'tools/call': { content: [{ type: 'text', text: 'A note.' }] },
};

const STDIO_SERVER = `
import { createInterface } from 'node:readline';
const results = ${JSON.stringify(SERVER_RESULTS)};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (results[method]) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }));
});
`;

/** @returns the settings of two servers, one of each kind */
export function writeServers(directory: string, address: string): string {
  const script = join(directory, 'server.mjs');
  writeFileSync(script, STDIO_SERVER);
  const path = join(directory, 'servers.json');
  const mcpServers = {
    pipes: { command: process.execPath, args: [script] },
    web: { type: 'http', url: `${address}/mcp` },
  };
  writeFileSync(path, JSON.stringify({ mcpServers }));
  return path;
}

/** A server's answer over HTTP. Undefined: it was told something, and asked nothing. */
export function answerOverHttp(body: string): string | undefined {
  const message: unknown = body === '' ? undefined : JSON.parse(body);
  if (typeof message !== 'object' || message === null || !('method' in message) || !('id' in message))
    return undefined;
  const found = Object.entries(SERVER_RESULTS).find(([method]) => method === message.method);
  return JSON.stringify({ jsonrpc: '2.0', id: message.id, result: found?.[1] ?? {} });
}
