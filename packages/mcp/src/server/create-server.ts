import {
  CLIENT_CAPABILITIES_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type LoggingLevel,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { instancesIn } from '../instances.ts';
import { clientCapabilities } from './client-capabilities.ts';
import { callProgress, ConnectionLink } from './connection-link.ts';
import type { DirectCalls } from './direct-calls.ts';
import type { ServedClient, Serving } from './serving.ts';
import { toolList } from './tool-list.ts';

export interface ServerIdentity {
  readonly name: string;
  readonly version: string;
  /** For the client's model. */
  readonly instructions: string | undefined;
}

export interface CreateServerOptions {
  readonly serving: Serving;
  readonly identity: ServerIdentity;
  readonly era: 'legacy' | 'modern';
  /** Which client a request is from. */
  readonly clientOf: (context: ServerContext) => ServedClient;
  /** Called with each server before it is connected, to add what is not a tool. */
  readonly extend: ((server: Server, serving: Serving) => void) | undefined;
  /** Calls that don't come to the server until they have run. Default: none. */
  readonly direct?: (() => DirectCalls | undefined) | undefined;
}

/** The protocol's server for one connection, or for one request of a client without connections. */
export function createServer(options: CreateServerOptions): Server {
  const { serving, identity, era, clientOf, extend, direct } = options;
  const { name, version, instructions } = identity;
  const server = new Server(
    { name, version },
    {
      instructions,
      capabilities: { tools: { listChanged: true }, resources: {}, logging: {} },
      inputRequired: { legacyShim: false },
    },
  );
  server.setRequestHandler('tools/list', async () => ({
    tools: await toolList(serving.host, serving.validator),
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const finished = direct?.()?.takeFinished(context.mcpReq.id);
    if (finished !== undefined) return finished;
    const client = clientOf(context);
    const input = argumentsOf(params.arguments);
    const instances = instancesIn(getOwn(params, '_meta'));
    const { _meta: meta } = context.mcpReq;
    const progress = callProgress(meta?.progressToken, context.mcpReq);
    try {
      if (era === 'legacy') {
        const link = new ConnectionLink(server, context.mcpReq, serving.answerWaitMs);
        const { signal } = context.mcpReq;
        return await client.run({
          name: params.name,
          input,
          instances,
          link,
          signal,
          onProgress: progress.push,
        });
      }
      const log = (level: LoggingLevel, data: unknown): void => {
        void context.mcpReq.log(level, data).catch(() => {});
      };
      return await client.step({
        name: params.name,
        input,
        instances,
        capabilities: clientCapabilities(getOwn(context.mcpReq.envelope ?? {}, CLIENT_CAPABILITIES_META_KEY)),
        requestState: context.mcpReq.requestState<string>(),
        responses: context.mcpReq.inputResponses ?? {},
        attachment: { signal: context.mcpReq.signal, log, progress: progress.push },
      });
    } finally {
      progress.close();
    }
  });
  server.setRequestHandler('resources/list', (_request, context) => ({
    resources: clientOf(context).results.list(),
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', async ({ params }, context) => {
    const found = await clientOf(context).results.read(params.uri);
    if (found === undefined) throw new ResourceNotFoundError(params.uri);
    return found;
  });
  extend?.(server, serving);
  return server;
}

function argumentsOf(given: unknown): JsonObject {
  if (given === undefined) return {};
  if (isJsonObject(given)) return given;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The arguments of a tool call are an object.');
}
