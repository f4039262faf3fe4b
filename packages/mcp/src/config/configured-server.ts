import type { JsonObject } from '@sluice/core';
import type { McpScope } from '../server-status.ts';
import type { ServerEntry } from './server-entry.ts';

/** The user's own configuration or an administrator's: neither came with a repository or a plugin. */
export function isOwnScope(scope: McpScope): boolean {
  return scope !== 'project' && scope !== 'plugin';
}

/** A server that some file, flag or policy names, and whether it may be started. */
export interface ConfiguredServer {
  readonly name: string;
  readonly scope: McpScope;
  /** The plugin that brings it: its tools can also be called by names with the plugin's. Default: none. */
  readonly plugin?: string | undefined;
  /** Absolute; undefined for JSON given on the command line. */
  readonly file: string | undefined;
  /**
   * The agent file of the project that configures it, relative to the directory that trust is about: it is approved apart from a server of
   * the same name elsewhere. Default: another file configures it.
   */
  readonly agentFile?: string | undefined;
  /** The entry as written. */
  readonly raw: JsonObject;
  /** SHA-256 of the repository and the entry as written, in hex. Empty for a server that needs no approval. */
  readonly hash: string;
  readonly start:
    | { readonly status: 'ready'; readonly entry: ServerEntry }
    | {
        readonly status: 'disabled' | 'pending-approval' | 'failed';
        /** Why, and how to change that: complete sentences for the user. */
        readonly reason: string;
      };
  /** Notes about the entry for the user, one sentence each. */
  readonly notices: readonly string[];
}
