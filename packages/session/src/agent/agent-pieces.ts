import type { AgentHooks, AgentOptions, Attachment, InstructionFile } from '@sluice/agent';
import type { SessionParts } from '../parts/session-parts.ts';
import type { PlanWay } from '../plan/plan-notes.ts';
import type { LocalRuntime } from '../runtime/local-runtime.ts';
import type { AgentBase } from './agent-base.ts';
import type { AssembledAgent } from './assembled-agent.ts';
import type { AgentNotes } from './child-options.ts';
import type { MovedInstructions } from './texts/moved-instructions.ts';
import type { NestedInstructions } from './texts/nested-instructions.ts';
import type { OutputStyle } from './texts/output-style.ts';
import type { OpenedConversation } from './open-conversation.ts';
import type { SystemTexts } from './texts/system-texts.ts';

/** What an agent is assembled from. */
export interface AgentPieces extends Pick<AgentOptions, 'maxTurns' | 'taskTokens' | 'output'> {
  readonly base: AgentBase;
  readonly parts: SessionParts;
  readonly runtime: LocalRuntime;
  readonly opened: OpenedConversation;
  readonly prompt: SystemTexts;
  /** What `prompt` has of it is already there. Default: none is chosen. */
  readonly outputStyle?: OutputStyle | undefined;
  readonly hooks: AgentHooks;
  /** More texts for the model before each request. Default: none. */
  readonly notes?: AgentNotes | undefined;
  /** Instructions that apply since the agent has moved, before each request. Default: none. */
  readonly movedInstructions?: Pick<MovedInstructions, 'notes'> | undefined;
  /** Instructions for parts of the working directory, before each request. Default: none. */
  readonly nestedInstructions?: Pick<NestedInstructions, 'notes'> | undefined;
  /** The instruction files that the model has so far. */
  readonly instructionFiles: () => readonly InstructionFile[];
  readonly planWay: PlanWay;
  /** The origin of a plain text prompt. */
  readonly promptOrigin: 'person' | 'agent';
  /** Its requests are beside the conversation of this agent. Undefined: it has one of its own. */
  readonly besideOf?: { readonly id: string | undefined } | undefined;
  /** Text that goes before the first prompt of a new conversation. Default: none. */
  readonly initialPrompt?: string | undefined;
  /** Follows the first prompt of a new conversation: the skills of its definition. Default: nothing. */
  readonly preloaded?: readonly Attachment[] | undefined;
  readonly transcriptPath: string;
  readonly changed: (model: string) => void;
  /** What the session cost before this agent was opened, in US dollars. Undefined: nothing. */
  readonly spentBefore: (() => number) | undefined;
  readonly close: AssembledAgent['close'];
  readonly notices: readonly string[];
  readonly shownNotices: readonly string[];
  readonly instructionsReported: Promise<unknown>;
}

/** Skills and commands belong to the main agent, which alone talks to the user. */
export function skillsOf({ base, parts }: Pick<AgentPieces, 'base' | 'parts'>): SessionParts['skills'] {
  return base.identity === undefined ? parts.skills : undefined;
}
