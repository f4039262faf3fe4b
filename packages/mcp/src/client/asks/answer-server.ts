import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { present } from '@sluice/base';
import type { JsonObject, SchemaValidator } from '@sluice/core';
import type { ServerEntry } from '../../config/server-entry.ts';
import { isNestedDeeper, MAX_NESTING } from '../../nesting.ts';
import type { ShowImage } from '../results/check-images.ts';
import { elicit, elicitationCapability, type ServerAsks } from './elicitation.ts';
import type { RequestHandler } from '../peer.ts';
import { sample, type AskModel } from './sampling.ts';

/** What servers may query about, and request from, this client. */
export interface ClientFacts {
  /** Absolute: the directories that the session works in, its own first. */
  readonly roots: () => readonly string[];
  /** Undefined: no one can answer questions. */
  readonly asks: ServerAsks | undefined;
  /** The session's model, for servers whose entry says `sampling`. Default: none. */
  readonly askModel?: AskModel | undefined;
}

/** The capabilities declared to servers. */
export function clientCapabilities(client: ClientFacts, entry: Pick<ServerEntry, 'asksModel'>): JsonObject {
  return {
    roots: { listChanged: true },
    ...elicitationCapability(client.asks),
    ...present({ sampling: modelFor(client, entry) === undefined ? undefined : {} }),
  };
}

/** What a server needs to ask the model: someone who agrees, and a model. */
function modelFor({ asks, askModel }: ClientFacts, { asksModel }: Pick<ServerEntry, 'asksModel'>) {
  const canAgree = asks?.kinds.includes('form') === true;
  return asksModel === true && canAgree && askModel !== undefined ? { asks, askModel } : undefined;
}

/** A person answers them one after the other; a server that has more open at the same time is refused. */
const MAX_OPEN_ASKS = 10;

export interface AnswerServerOptions {
  readonly validator: SchemaValidator;
  /** Prepares images for models. Undefined: they are sent as they came. */
  readonly showImage: ShowImage | undefined;
  /** Called with each wait for the user. */
  readonly onWait: (wait: Promise<unknown>) => void;
}

/** Answers one server's requests. */
export function answerServer(
  server: string,
  entry: Pick<ServerEntry, 'asksModel'>,
  client: ClientFacts,
  { validator, showImage, onWait }: AnswerServerOptions,
): RequestHandler {
  const { roots, asks } = client;
  let open = 0;
  const asked = async (wait: () => Promise<JsonObject>): Promise<JsonObject> => {
    if (open >= MAX_OPEN_ASKS)
      throw new Error(`More than ${MAX_OPEN_ASKS} questions at the same time are not supported.`);
    open += 1;
    try {
      const waiting = wait();
      onWait(waiting.catch(() => {}));
      return await waiting;
    } finally {
      open -= 1;
    }
  };
  return async (method, params, signal) => {
    if (isNestedDeeper(params)) throw new Error(`The parameters are nested more than ${MAX_NESTING} deep.`);
    switch (method) {
      case 'roots/list':
        return {
          roots: roots().map((path) => ({ uri: pathToFileURL(path).href, name: basename(path) || path })),
        };
      case 'elicitation/create': {
        if (asks === undefined) return undefined;
        return asked(() => elicit(server, params, asks, validator, signal));
      }
      case 'sampling/createMessage': {
        const model = modelFor(client, entry);
        if (model === undefined) return undefined;
        return asked(() => sample(server, params, { ...model, showImage, validator }, signal));
      }
      default:
        return undefined;
    }
  };
}
