import {
  query,
  type Options,
  type Query,
  type SDKMessage,
  type SDKUserMessage,
} from '@anthropic-ai/claude-agent-sdk';
import type { UUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import type { Script } from '../../packages/agent/test/support/model-server/script.ts';
import { startModelServer } from '../../packages/agent/test/support/model-server/start-model-server.ts';
import { emptyDirectory, PATIENT } from './packed.ts';

export type SdkWorld = Awaited<ReturnType<typeof openSdkWorld>>;

/** Programs of the real SDK, whose executable is the installed command, and a scripted model. */
export async function openSdkWorld(script: Script) {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  const directory = inject('packedDirectory');
  const cwd = emptyDirectory();
  const home = mkdtempSync(join(directory, 'home-'));
  const program = join(directory, 'app/node_modules/sluice/bin/sluice.js');
  const options: Options = {
    ...{ cwd, model: 'claude-sonnet-4-5', settingSources: [] },
    pathToClaudeCodeExecutable: program,
    env: {
      // It runs a path that ends in .js with the `node` that is found here.
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      HOME: home,
      ANTHROPIC_BASE_URL: server.address,
      ANTHROPIC_API_KEY: 'test',
      ...PATIENT,
    },
  };
  const sent = (): string => JSON.stringify(server.requests.map(({ body }) => body));
  /** @param each called with each message before the next one is read */
  const run = async (
    prompt: string | AsyncIterable<SDKUserMessage>,
    more: Options = {},
    each: (message: SDKMessage, running: Query) => unknown = () => undefined,
  ) => {
    const messages: SDKMessage[] = [];
    const running = query({ prompt, options: { ...options, ...more } });
    for await (const message of running) {
      messages.push(message);
      await each(message, running);
    }
    return { messages, result: messages.findLast(({ type }) => type === 'result') };
  };
  return { server, cwd, home, program, options, run, sent };
}

export function said(content: SDKUserMessage['message']['content']): SDKUserMessage {
  return { type: 'user', parent_tool_use_id: null, session_id: '', message: { role: 'user', content } };
}

/** A conversation of several prompts: each but the first is sent when the one before has its result. */
export function talk(...prompts: readonly (string | { readonly content: string; readonly uuid: UUID })[]) {
  const results = prompts.map(() => Promise.withResolvers<undefined>());
  let ended = 0;
  async function* stream(): AsyncGenerator<SDKUserMessage> {
    for (const [index, prompt] of prompts.entries()) {
      yield typeof prompt === 'string' ? said(prompt) : { ...said(prompt.content), uuid: prompt.uuid };
      await results[index]?.promise;
    }
  }
  return {
    prompts: stream(),
    /** The next prompt may come. */
    heard(message: SDKMessage): void {
      if (message.type !== 'result') return;
      results[ended]?.resolve(undefined);
      ended += 1;
    },
  };
}
