import type { AgentDefinition } from '@sluice/agent';
import type { SessionParts } from '../parts/session-parts.ts';
import type { OpenAgentOptions } from './agent-options.ts';
import { COORDINATOR_PROMPT, coordinatorPool } from './sub-agents/team/coordinator.ts';
import { definitionHooks } from './sub-agents/open/definition-hooks.ts';
import { openBelongings } from './sub-agents/open/main-belongings.ts';
import { mainType, openableTypes, withPool } from './sub-agents/types/main-type.ts';
import type { SubAgents } from './sub-agents/sub-agents.ts';

/** What the main agent is, and what it has because of that. */
export interface MainRole {
  /** Undefined: it has no type of its own. */
  readonly type: AgentDefinition | undefined;
  readonly isCoordinator: boolean;
  /** The session as this agent sees it. */
  readonly parts: SessionParts;
  /** How it keeps its notes, for the system prompt. Undefined: it keeps none. */
  readonly memoryText: string | undefined;
  /** What its definition asks for and it has not got, one sentence each. */
  readonly notices: readonly string[];
  /** Ends what is its own. */
  readonly close: () => Promise<void>;
}

type FoundRole =
  | { readonly ok: true; readonly role: MainRole }
  /** There is no agent of the type that the options or the settings name. */
  | { readonly ok: false; readonly message: string };

export async function roleOf(
  given: SessionParts,
  { agentType }: OpenAgentOptions,
  subAgents: SubAgents | undefined,
): Promise<FoundRole> {
  const name = agentType ?? given.permission.loaded.setting('agent')?.value;
  const typed =
    name === undefined || subAgents === undefined
      ? undefined
      : mainType(name, await subAgents.types(), given);
  if (typed?.ok === false) {
    const where = agentType === undefined ? 'The setting "agent" is invalid: ' : '';
    return { ok: false, message: `${where}${typed.message}` };
  }
  const type = typed?.definition;
  const isCoordinator = given.subAgents?.isCoordinator === true;
  const own = typed === undefined ? undefined : await openBelongings(typed.definition, typed.parts, given);
  const around = own?.parts ?? given;
  const parts = isCoordinator ? coordinating(around, subAgents) : around;
  if (type !== undefined) {
    subAgents?.limitTypes(openableTypes(type));
    // The main agent's hooks are the session's: Stop stays Stop.
    await Promise.all(definitionHooks(type).map((hooks) => given.hooks.add(hooks)));
  }
  const { memoryText, notices = [], close = () => Promise.resolve() } = own ?? {};
  return { ok: true, role: { type, isCoordinator, parts, memoryText, notices, close } };
}

/**
 * The options for the system prompt of an agent with this role.
 * @param style text of the output style
 */
export function promptOptions(
  options: OpenAgentOptions,
  { type, isCoordinator, parts, memoryText }: MainRole,
  style: string | undefined,
): OpenAgentOptions {
  const styled = appending(style, ofType(options, type));
  const ofRole = appending(memoryText, asCoordinator(styled, isCoordinator));
  return appending(parts.resumedWorktree?.text, ofRole);
}

/** The system prompt of a definition takes the place of the built-in one, unless the options have their own. */
function ofType(options: OpenAgentOptions, type: AgentDefinition | undefined): OpenAgentOptions {
  if (type?.prompt === undefined || options.systemPrompt !== undefined) return options;
  return { ...options, systemPrompt: type.prompt, addsEnvironment: true };
}

/** The session with the tools of a coordinator; its workers have those of `parts`. */
function coordinating(parts: SessionParts, subAgents: SubAgents | undefined): SessionParts {
  subAgents?.coordinate(parts.pool);
  return withPool(parts, coordinatorPool(parts.pool));
}

function asCoordinator(options: OpenAgentOptions, isCoordinator: boolean): OpenAgentOptions {
  return isCoordinator ? appending(COORDINATOR_PROMPT, options) : options;
}

/** `text` comes before what the options add to the system prompt. */
function appending(text: string | undefined, options: OpenAgentOptions): OpenAgentOptions {
  if (text === undefined) return options;
  const { appendSystemPrompt: appended } = options;
  return { ...options, appendSystemPrompt: appended === undefined ? text : `${text}\n\n${appended}` };
}
