import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject, SchemaValidator } from '@sluice/core';
import { isNestedDeeper, MAX_NESTING } from '../nesting.ts';
import { elicit, elicitationCapability, type ServerAsks } from './elicitation.ts';
import type { RequestHandler } from './peer.ts';

/** What servers may query about, and request from, this client. */
export interface ClientFacts {
  /** Absolute: the directories that the session works in, its own first. */
  readonly roots: () => readonly string[];
  /** Undefined: no one can answer questions. */
  readonly asks: ServerAsks | undefined;
}

/** The capabilities declared to servers. */
export function clientCapabilities({ asks }: ClientFacts): JsonObject {
  return { roots: { listChanged: true }, ...elicitationCapability(asks) };
}

/** Answers one server's requests. */
export function answerServer(
  server: string,
  { roots, asks }: ClientFacts,
  validator: SchemaValidator,
  /** Called with each wait for the user. */
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
