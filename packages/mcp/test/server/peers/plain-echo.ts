import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/** The protocol's package alone, with one tool: what a server costs without Sluice. */
serveStdio(() => {
  const server = new McpServer({ name: 'plain', version: '1.0.0' });
  const inputSchema = fromJsonSchema<{ text: string }>({
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
  });
  server.registerTool('Echo', { description: 'Echoes a text.', inputSchema }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }));
  return server;
});
