import {
  chooseDefinitions,
  createAgentTool,
  SubAgentRelay,
  type AgentTypes,
  type DefinitionFiles,
} from '@sluice/agent';
import { queryFor } from '@sluice/core';
import type { AgentsOptions } from '../../../options/agents-options.ts';
import type { LocalPermission } from '../../../permission/open-permission.ts';
import { definitionPlaces } from '../../../plugins/definition-places.ts';
import { isOn } from '../is-on.ts';

export interface AgentTypesContext {
  /** Absolute and real. */
  readonly cwd: string;
  readonly permission: Pick<LocalPermission, 'loaded' | 'sources' | 'policy' | 'state'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly files: DefinitionFiles;
  readonly options: AgentsOptions;
  /** Where the administrator's files are. Default: the system's places. */
  readonly managed?: readonly string[] | undefined;
}

/** The types of agents that may be opened now: those of files and options that no rule denies. */
export async function readAgentTypes(context: AgentTypesContext): Promise<AgentTypes> {
  const { cwd, permission, env, files, options, managed } = context;
  const fork = env['CLAUDE_CODE_FORK_SUBAGENT'];
  const places =
    options.readsFiles === true
      ? definitionPlaces('agents', { cwd, permission, env, plugins: options.plugins, managed })
      : [];
  const { definitions, problems } = chooseDefinitions({
    files: await files.read(places),
    given: options.definitions ?? [],
    hasBuiltIns: !isOn(env['CLAUDE_AGENT_SDK_DISABLE_BUILTIN_AGENTS']),
    hasExplorers: !isOn(env['CLAUDE_CODE_DISABLE_EXPLORE_PLAN_AGENTS']),
    hasFork: options.isCoordinator !== true && (fork === undefined ? options.hasFork === true : isOn(fork)),
  });
  return { definitions: definitions.filter(({ name }) => !isDenied(name, context)), problems };
}

const TOOL = createAgentTool(new SubAgentRelay());

/** By a snapshot of the permission, which a change replaces: types are read again before each request. */
const denied = new WeakMap<object, Map<string, boolean>>();

function isDenied(
  type: string,
  { cwd, permission: { policy, state } }: Pick<AgentTypesContext, 'cwd' | 'permission'>,
): boolean {
  const snapshot = state.current();
  const known = denied.get(snapshot) ?? new Map<string, boolean>();
  denied.set(snapshot, known);
  const found = known.get(type);
  if (found !== undefined) return found;
  const input = { description: '', prompt: '', subagent_type: type };
  const decision = policy.decide(queryFor(TOOL, input, input, cwd), snapshot);
  const isOut = decision.behavior === 'deny' && decision.by === 'rule';
  known.set(type, isOut);
  return isOut;
}
