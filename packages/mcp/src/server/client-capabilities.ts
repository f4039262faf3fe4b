import type { InputRequest, MissingRequiredClientCapabilityError } from '@modelcontextprotocol/server';
import { getOwn } from '@sluice/core';

/** What the server can request from a client. */
export interface ClientCapabilities {
  /** Elicitation of forms. */
  readonly forms: boolean;
  /** Elicitation with a page that the user opens. */
  readonly urls: boolean;
  readonly sampling: boolean;
  readonly roots: boolean;
}

/** The capabilities as a client declares them. */
export function clientCapabilities(declared: unknown): ClientCapabilities {
  const elicitation = memberOf(declared, 'elicitation');
  const form = memberOf(elicitation, 'form');
  const url = memberOf(elicitation, 'url');
  return {
    // An empty object is what clients declare that know of no modes.
    forms: form !== undefined || (elicitation !== undefined && url === undefined),
    urls: url !== undefined,
    sampling: memberOf(declared, 'sampling') !== undefined,
    roots: memberOf(declared, 'roots') !== undefined,
  };
}

type RequiredCapabilities = ConstructorParameters<
  typeof MissingRequiredClientCapabilityError
>[0]['requiredCapabilities'];

/** The capability that a client must declare before it can be asked this, as the protocol names it; undefined: it has. */
export function missingCapability(
  { method, params }: InputRequest,
  capabilities: ClientCapabilities,
): RequiredCapabilities | undefined {
  switch (method) {
    case 'elicitation/create':
      if (params.mode === 'url') return capabilities.urls ? undefined : { elicitation: { url: {} } };
      return capabilities.forms ? undefined : { elicitation: {} };
    case 'sampling/createMessage':
      return capabilities.sampling ? undefined : { sampling: {} };
    case 'roots/list':
      return capabilities.roots ? undefined : { roots: {} };
    default:
      return method satisfies never;
  }
}

function memberOf(value: unknown, key: string): object | undefined {
  const member = typeof value === 'object' && value !== null ? getOwn(value, key) : undefined;
  return typeof member === 'object' && member !== null ? member : undefined;
}
