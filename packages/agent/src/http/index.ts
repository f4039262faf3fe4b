export type { Connections } from './connections.ts';
export { createConnections } from './connections.ts';
export { acceptedEncodings, decompressed } from './decompressed.ts';
export { networkFailure } from './network-failure.ts';
export { createProxiedFetch } from './proxied-fetch.ts';
export { proxyFor } from './proxy-for.ts';
export { createSseParser } from '../stream/bytes/sse-parser.ts';
