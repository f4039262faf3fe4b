import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject, SchemaValidator } from '@sluice/core';
import { isNestedDeeper, MAX_NESTING } from '../nesting.ts';
import { elicit, elicitationCapability, type ServerAsks } from './elicitation.ts';
import type { RequestHandler } from './peer.ts';

/** What servers may learn and ask of this client. */
export interface ClientFacts {
  /** Absolute: the directories that the session works in, its own first. */
  readonly roots: () => readonly string[];
  /** Undefined: no one can answer questions. */
  readonly asks: ServerAsks | undefined;
}

/** What is declared to servers. */
export function clientCapabilities({ asks }: ClientFacts): JsonObject {
  return { roots: { listChanged: true }, ...elicitationCapability(asks) };
}

/** Answers the requests of one server. */
export function answerServer(
  server: string,
  { roots, asks }: ClientFacts,
  validator: SchemaValidator,
  /** Called with each wait for a person. */
  onWait: (wait: Promise<unknown>) => void,
): RequestHandler {
  return async (method, params, signal) => {
    if (isNestedDeeper(params)) throw new Error(`The parameters are nested more than ${MAX_NESTING} deep.`);
    switch (method) {
      case 'roots/list':
        return {
          roots: roots().map((path) => ({ uri: pathToFileURL(path).href, name: basename(path) || path })),
        };
      case 'elicitation/create': {
        if (asks === undefined) return undefined;
        const wait = elicit(server, params, asks, validator, signal);
        onWait(wait.catch(() => {}));
        return wait;
      }
      default:
        return undefined;
    }
  };
}
