/** A stdio MCP server that costs as little as can be: what is measured is the client. `slow`: it ignores SIGTERM and its input's end. */
import { once } from 'node:events';
import { argv, stdin, stdout } from 'node:process';

const isStubborn = argv[2] === 'stubborn';
if (isStubborn) {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 60_000);
}

/** Lines that are not protocol: 500 MB. */
async function junk(): Promise<void> {
  const line = `${'x'.repeat(999_999)}\n`;
  for (let count = 0; count < 500; count += 1) if (!stdout.write(line)) await once(stdout, 'drain');
}

const BIG = JSON.stringify({ content: [{ type: 'text', text: 'x'.repeat(9_000_000) }] });
const schema = { type: 'object', properties: { text: { type: 'string' } } };
const tools = ['echo', 'big', 'hang', 'junk'].map((name) => ({
  name,
  description: name,
  inputSchema: schema,
}));

function answer(id: unknown, method: unknown, params: Readonly<Record<string, unknown>> = {}): void {
  const send = (result: string): void => {
    stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}\n`);
  };
  switch (method) {
    case 'initialize':
      return send(
        JSON.stringify({
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'bench', version: '1' },
        }),
      );
    case 'tools/list':
      return send(JSON.stringify({ tools }));
    case 'tools/call':
      if (params['name'] === 'big') return send(BIG);
      if (params['name'] === 'hang') return undefined;
      if (params['name'] === 'junk')
        return void junk().then(() => send(JSON.stringify({ content: [{ type: 'text', text: 'junk' }] })));
      return send(JSON.stringify({ content: [{ type: 'text', text: JSON.stringify(params['arguments']) }] }));
    default:
      return undefined;
  }
}

let rest = '';
stdin.setEncoding('utf8').on('data', (chunk: string) => {
  const lines = `${rest}${chunk}`.split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    answer(id, method, params);
  }
});
