import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import {
  bypassPolicy,
  createInputValidator,
  createMemoryFiles,
  createMemoryStore,
  createPermissionState,
  createRuntime,
  systemClock,
} from '@sluice/core';
import { createAjvValidator } from '../../../../host/src/index.ts';
import { serveHttp, type Serving } from '../../../src/server/index.ts';
import { addExtras } from './fixture-extras.ts';
import { fixtureTools, lateTool } from './fixture-tools.ts';

/** Serves the fixtures through our engine on a free port, prints the URL, and ends with its input. */
let serving: Serving | undefined;
let changes = 0;

function changeTools(): void {
  changes += 1;
  runtime.pool.update('changing', [lateTool(`late_${changes}`)]);
}

const validator = createAjvValidator();
const runtime = createRuntime({
  tools: fixtureTools((messageId) => serving?.linkOf(messageId), changeTools),
  cwd: '/',
  permission: {
    policy: bypassPolicy,
    state: createPermissionState({ mode: 'bypassPermissions', workingDirectories: ['/'] }),
  },
  ports: { clock: systemClock, files: createMemoryFiles(), store: createMemoryStore(), validator },
});
const server = await serveHttp(
  {
    host: { pool: runtime.pool, offers: () => true, openClient: () => runtime },
    validator: createInputValidator(validator),
    stateKey: randomBytes(32),
    identity: { name: 'sluice-fixtures', version: '1.0.0', instructions: undefined },
    onProblem: (problem) => process.stderr.write(`${problem}\n`),
    extend(created, its) {
      serving = its;
      addExtras(created);
    },
  },
  { host: '127.0.0.1', port: 0, token: undefined },
);
process.stdout.write(`${server.url}\n`);
await text(process.stdin);
await server[Symbol.asyncDispose]();
