import { onTestFinished } from 'vitest';
import type { Script } from '../../../../../agent/test/support/model-server/script.ts';
import {
  startModelServer,
  type ModelServer,
} from '../../../../../agent/test/support/model-server/start-model-server.ts';

/** A scripted model for one test. */
export async function serverFor(script: Script): Promise<ModelServer> {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  return server;
}
