import type { ToolPool } from '@sluice/core';
import type { McpServers } from '@sluice/mcp';
import type { Plugin } from '../plugins/read-plugin.ts';
import type { SessionHooks } from '../hooks/session-hooks.ts';
import type { LocalPermission } from '../permission/open-permission.ts';

export interface SessionSkillsOptions {
  /** Absolute and real. */
  readonly cwd: string;
  readonly sessionId: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly permission: LocalPermission;
  readonly hooks: Pick<SessionHooks, 'dispatcher' | 'add'>;
  readonly pool: () => ToolPool;
  readonly toolNames: () => readonly string[];
  readonly mcp: () => Pick<McpServers, 'prompts' | 'connected' | 'whyUnusable'> | undefined;
  readonly tell: (text: string) => void;
  /** False: what is used is not remembered. */
  readonly isStored: boolean;
  /** Default: none. */
  readonly plugins?: readonly Plugin[] | undefined;
  /** Where the administrator's files are. Default: the system's places. */
  readonly managedDirectories?: readonly string[] | undefined;
  /** The only skills. Default: all that are found. */
  readonly only?: readonly string[] | undefined;
  /** False: the model can't load skills. Default true. */
  readonly offersTool?: boolean;
}
