import type { ProcessSession } from '@sluice/process';

/** What every kind of transport may need of the session. */
export interface TransportContext {
  readonly processes: Pick<ProcessSession, 'start'>;
  /** Absolute: the directory of the session, and the default of servers. */
  readonly cwd: string;
  /** The root of the repository, else `cwd`. */
  readonly projectRoot: string;
  /** The variables of commands. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of variables with credentials, which no server inherits. */
  readonly credentials: ReadonlySet<string>;
  /** Where logs are kept; undefined: nowhere. */
  readonly stateDirectory: string | undefined;
  /** The setting `mcp.credentialCommand`. Default: none. */
  readonly credentialCommand?: string | undefined;
}
