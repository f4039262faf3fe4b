import type { JsonObject } from '@sluice/core';

/** One language server as configured. */
export interface ServerConfig {
  readonly name: string;
  /** A path, or a name to look up in the `PATH`. */
  readonly command: string;
  readonly args: readonly string[];
  /** Language ids by file extension with its dot, in lower case: `.ts` → `typescript`. */
  readonly extensions: ReadonlyMap<string, string>;
  /** Variables that are added to the environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The directory that it serves, from the top of a checkout. Default: the whole checkout. */
  readonly workspaceFolder?: string | undefined;
  readonly initializationOptions: unknown;
  /** The settings that the server gets when it asks for them. */
  readonly settings: JsonObject;
  /** Milliseconds. */
  readonly startupTimeoutMs: number;
  readonly shutdownTimeoutMs: number;
  readonly restartOnCrash: boolean;
  readonly maxRestarts: number;
  /** Errors after edits are told. */
  readonly diagnostics: boolean;
}

/** The extension of a path with its dot, in lower case; empty if there is none. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot).toLowerCase();
}
