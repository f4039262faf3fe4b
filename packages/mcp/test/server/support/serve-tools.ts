import { randomBytes } from 'node:crypto';
import {
  bypassPolicy,
  createInputValidator,
  createMemoryFiles,
  createMemoryStore,
  createPermissionState,
  createRuntime,
  systemClock,
  type AnyTool,
  type PermissionPolicy,
  type Runtime,
} from '@sluice/core';
import { onTestFinished } from 'vitest';
import { createAjvValidator } from '../../../../host/src/index.ts';
import { serveHttp } from '../../../src/server/index.ts';

export interface ServeToolsOptions {
  readonly policy?: PermissionPolicy;
  readonly stateKey?: Uint8Array;
  readonly answerWaitMs?: number | undefined;
}

/** Serves these tools over HTTP in this process, with an engine in memory. */
export async function serveTools(
  tools: readonly AnyTool[],
  { policy = bypassPolicy, stateKey = randomBytes(32), answerWaitMs }: ServeToolsOptions = {},
): Promise<{ readonly url: string; readonly runtime: Runtime }> {
  const validator = createAjvValidator();
  const runtime = createRuntime({
    tools,
    cwd: '/',
    permission: { policy, state: createPermissionState({ mode: 'default', workingDirectories: ['/'] }) },
    ports: { clock: systemClock, files: createMemoryFiles(), store: createMemoryStore(), validator },
  });
  const server = await serveHttp(
    {
      host: { pool: runtime.pool, offers: () => true, openClient: () => runtime },
      validator: createInputValidator(validator),
      stateKey,
      answerWaitMs,
      identity: { name: 'test', version: '1', instructions: undefined },
      onProblem() {},
    },
    { host: '127.0.0.1', port: 0, token: undefined },
  );
  onTestFinished(() => server[Symbol.asyncDispose]());
  return { url: server.url, runtime };
}
