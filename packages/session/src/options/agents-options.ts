import type { AgentDefinition } from '@sluice/agent';
import type { Plugin } from '../plugins/read-plugin.ts';

/** Which agents the agents of a session may open. */
export interface AgentsOptions {
  /** Definitions that win over those in files. Default: none. */
  readonly definitions?: readonly AgentDefinition[] | undefined;
  /** Read definitions from the files of the user and the project, as far as `settings.sources` goes. Default: false. */
  readonly readsFiles?: boolean | undefined;
  /** Their definitions come last. Default: none. */
  readonly plugins?: readonly Plugin[] | undefined;
  /** The main agent leaves the work to others, whose asks it answers. Default: false. */
  readonly isCoordinator?: boolean | undefined;
  /** There is the type `fork` unless `CLAUDE_CODE_FORK_SUBAGENT` is off. Default: only if that is on. */
  readonly hasFork?: boolean | undefined;
  /** False: none of them reads instruction files. Default: as its definition says. */
  readonly readsInstructions?: boolean | undefined;
  /** Added to the system prompt of each. Default: nothing. */
  readonly appendSystemPrompt?: string | undefined;
}
