import { pathToFileURL } from 'node:url';
import { CLIENT_CAPABILITIES } from './client-capabilities.ts';
import { initializationOptionsOf } from './initialization-options.ts';
import type { ServerConfig } from './server-config.ts';

/** What `initialize` tells a server about the client and the directory that it serves. */
export function initializeParams(config: ServerConfig, root: string): object {
  const uri = pathToFileURL(root).href;
  return {
    processId: process.pid,
    clientInfo: { name: 'sluice' },
    rootUri: uri,
    rootPath: root,
    workspaceFolders: [{ uri, name: root.slice(root.lastIndexOf('/') + 1) }],
    initializationOptions: initializationOptionsOf(config),
    capabilities: CLIENT_CAPABILITIES,
  };
}
