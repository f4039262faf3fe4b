import { getOwn, type JsonObject } from '@sluice/core';

/** The protocol version with independent requests: each identifies the client and its capabilities. */
export const STATELESS_VERSION = '2026-07-28';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
/** In results: the server that they are from. */
export const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo';

/** The `_meta` that each request of the stateless era carries. */
export function statelessMeta(clientInfo: JsonObject, capabilities: JsonObject): JsonObject {
  return {
    [VERSION_KEY]: STATELESS_VERSION,
    [CLIENT_INFO_KEY]: clientInfo,
    [CAPABILITIES_KEY]: capabilities,
  };
}

/** Whether a request with this `_meta` is one of the stateless era. */
export function isStateless(meta: JsonObject): boolean {
  return getOwn(meta, VERSION_KEY) !== undefined;
}
