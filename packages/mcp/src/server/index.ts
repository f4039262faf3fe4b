export type { ClientAnswer, ClientLink } from './client-link.ts';
export type { ServerIdentity } from './create-server.ts';
export { createRelayAsker, type RelayAsker } from './relay-asker.ts';
export { serveHttp, type HttpOptions, type HttpServer } from './serve-http.ts';
export type { RunningServer, ServeOptions } from './serve-options.ts';
export { serveStdio } from './serve-stdio.ts';
export { Serving } from './serving.ts';
export type { ClientEngine, ToolHost } from './tool-host.ts';
