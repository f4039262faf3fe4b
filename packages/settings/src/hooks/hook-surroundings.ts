import type { JsonObject, PermissionMode } from '@sluice/core';
import type { ProcessSession } from '@sluice/process';

/** What the session gives to the hooks of its settings. All of it is asked at the call that a hook is about. */
export interface HookSurroundings {
  /** Runs the programs; what they leave behind ends with it. */
  readonly processes: Pick<ProcessSession, 'run'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly sessionId: () => string;
  /** Absolute. */
  readonly transcriptPath: () => string;
  readonly permissionMode: () => PermissionMode;
  /** Names of the tools there are. */
  readonly knownTools: readonly string[];
  /** Whether a permission rule is about a call; it is asked once for each rule. */
  readonly ruleMatcher: (rule: string) => (call: RuleQuestion) => boolean;
  /** Keeps a text that is too long to be shown; answers with its path, or undefined when there is no room. */
  readonly keepText: (text: string) => Promise<string | undefined>;
}

export interface RuleQuestion {
  readonly toolName: string;
  readonly input: JsonObject;
  readonly cwd: string;
}
