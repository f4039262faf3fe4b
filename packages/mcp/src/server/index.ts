export type { ClientAnswer, ClientLink } from './client-link.ts';
export type { ServerIdentity } from './create-server.ts';
export type { RunningServer, ServeOptions } from './serve-options.ts';
export { serveStdio } from './serve-stdio.ts';
export { Serving } from './serving.ts';
export type { ClientEngine, ToolHost } from './tool-host.ts';
