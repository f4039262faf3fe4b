import type { PermissionContext, ThinkingEffort } from '@sluice/core';
import { peerHookFiles } from '../hooks/peer-hooks.ts';
import type { SessionPartsOptions } from '../options/session-parts-options.ts';
import type { LocalPermission } from '../permission/open-permission.ts';
import type { RulesOfSession } from '../parts/steps/step.ts';
import type { OpenAgentOptions } from './agent-options.ts';
import { mainProviders, mainThinking, openMainModel, type PreparedModel } from './model/main-model.ts';

/** What a client can show of an agent. */
export interface AgentPreview {
  readonly permission: Pick<PermissionContext, 'mode' | 'isBypassAvailable' | 'isAutoAvailable'>;
  /** The requested model, as `--model` accepts it. Undefined: from the environment or the settings. */
  readonly askedModel: string | undefined;
  readonly model: string;
  readonly effort: ThinkingEffort | undefined;
}

interface PreviewedAgent {
  /** Undefined: there is no such model. Opening the agent says why. */
  readonly preview: AgentPreview | undefined;
  /** For `openAgent`. */
  readonly prepared: PreparedModel;
}

type PreviewedParts = Pick<SessionPartsOptions, 'hooks' | 'plugins' | 'resume' | 'mcp'>;

/**
 * What the main agent of a new session is going to be, before the session is open, for a client that should not wait for that. Undefined: only opening
 * the session tells, because a hook, a definition or an option may refuse the start or decide on the agent.
 */
export async function previewAgent(
  { permission, telemetry }: RulesOfSession,
  parts: PreviewedParts,
  options: OpenAgentOptions,
): Promise<PreviewedAgent | undefined> {
  const { loaded, state } = permission;
  if (!isDecided(parts, options, permission) || (await hasPeerHooks(permission))) return undefined;
  const providers = mainProviders(options, loaded);
  const opened = await openMainModel(options, { providers, settings: loaded, telemetry });
  const prepared = { providers, opened };
  if (!opened.ok) return { preview: undefined, prepared };
  // What is wrong with it is said when the agent is opened.
  const thinking = mainThinking({ ...options, warn: () => {} }, loaded);
  const preview = {
    permission: state.current(),
    askedModel: opened.model.asked(),
    model: opened.model.provider.model,
    effort: thinking.current?.effort,
  };
  return { preview, prepared };
}

function isDecided(
  { hooks, plugins = [], resume, mcp }: PreviewedParts,
  { agentType, setup }: OpenAgentOptions,
  { loaded }: LocalPermission,
): boolean {
  if (resume === true || hooks !== undefined || plugins.length > 0) return false;
  if (setup !== undefined || agentType !== undefined || loaded.setting('agent') !== undefined) return false;
  // Invalid ones refuse the start.
  if ((mcp?.configs ?? []).length > 0) return false;
  return !loaded.traced('hooks').some(({ text }) => STARTING.test(text));
}

/** An event at which hooks run before the agent is open; text of a settings file, in which names can be escaped. */
const STARTING = /SessionStart|Setup|\\u/;

async function hasPeerHooks({ loaded, sources }: LocalPermission): Promise<boolean> {
  const readsUser = sources?.includes('user') !== false;
  const readsProject = sources?.includes('project') !== false;
  const files = await peerHookFiles({ cwd: loaded.cwd, home: loaded.home, readsUser, readsProject });
  return files.length > 0;
}
