import { randomBytes } from 'node:crypto';
import { createInputValidator, defineTool } from '@sluice/core';
import { createAjvValidator } from '../../../../host/src/index.ts';
import { createLocalRuntime } from '../../../../session/src/index.ts';
import { serveStdio } from '../../../src/server/index.ts';

/** The same tool in a session of Sluice. */
const runtime = await createLocalRuntime({
  cwd: process.cwd(),
  tools: [
    defineTool({
      name: 'Echo',
      description: 'Echoes a text.',
      inputSchema: {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
      },
      isReadOnly: true,
      isConcurrencySafe: true,
      claims: () => [],
      call: async ({ text }) => ({ data: text }),
    }),
  ],
});
const server = serveStdio({
  host: { pool: runtime.pool, offers: () => true, openClient: () => runtime },
  validator: createInputValidator(createAjvValidator()),
  stateKey: randomBytes(32),
  identity: { name: 'sluice', version: '1.0.0', instructions: undefined },
  onProblem: (text) => process.stderr.write(`${text}\n`),
});
await server.ended;
await server[Symbol.asyncDispose]();
await runtime.dispose();
