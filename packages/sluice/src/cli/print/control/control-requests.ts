import type { Agent, AgentDefinition } from '@sluice/agent';
import { isBackgroundDisabled, isRunning } from '@sluice/tools';
import { errorText } from '@sluice/base';
import { getOwn, type JsonValue, type ModelProvider } from '@sluice/core';
import type { McpServers } from '@sluice/mcp';
import type { ClientChannel } from '@sluice/mcp/config';
import { type LocalRuntime, type Plugin } from '@sluice/session';
import type { AssembledAgent } from '@sluice/session/agent';
import { mcpStatus } from '../output/mcp-status.ts';
import { answerFirst, type ClaimedSession } from './answer-first.ts';
import type { ControlAnswer } from './control-answer.ts';
import { contextUsage } from './context-usage.ts';
import { applyFlagSettings, FlagSettings } from './flag-settings.ts';
import { initializeInfo, modelsForClient } from './initialize-info.ts';
import type { Interrupts } from './interrupts.ts';
import { callMcpTool, readMcpResource } from './mcp-call.ts';
import { overrideMode } from './mcp-mode-override.ts';
import { changeMcpServer, setMcpServers } from './mcp-requests.ts';
import { readFileForClient } from './read-file-for-client.ts';
import { reloadPlugins, reloadSkills } from './reload-requests.ts';
import { rewindFiles } from './rewind-files.ts';
import { rulesAnswer } from './rules-answer.ts';
import { saveSettings } from './save-settings.ts';
import { seedReadState } from './seed-read-state.ts';
import { renameSession, sessionTitle } from './session-title.ts';
import { setMode } from './set-mode.ts';
import { settingsAnswer } from './settings-request.ts';
import { taskOutput } from './task-output-request.ts';
import { usageAnswer, type SessionUsage } from './usage-request.ts';
import { restrictionProblem } from './restriction-problem.ts';

/** Handles the client's control requests. */
export interface Control {
  request(requestId: string, request: object): void;
  /** An `initialize` or another restriction that is invalid or unsupported: no prompt is processed after it. */
  refuse(requestId: string | null, message: string): void;
  /** What is wrong with it, for the client. */
  response(requestId: string, response: unknown, error: string | undefined): string | undefined;
  /** No more requests will come. */
  close(): void;
}

interface ControlScope {
  readonly agent: Agent &
    Pick<
      AssembledAgent,
      | 'commands'
      | 'contextTokens'
      | 'instructionFiles'
      | 'provider'
      | 'changeThinkingTokens'
      | 'changeEffort'
      | 'parts'
      | 'runtime'
      | 'requestHead'
      | 'messages'
      | 'outputStyle'
    >;
  readonly runtime: Pick<LocalRuntime, 'permission' | 'tasks' | 'stopping'>;
  readonly interrupts: Interrupts;
  /** Undefined: there are no MCP servers. */
  readonly mcp: Pick<McpServers, 'status'> | undefined;
  /** Writes one line. */
  readonly send: (message: object) => void;
  readonly provider: Pick<ModelProvider, 'model' | 'api'>;
  readonly changeModel: AssembledAgent['changeModel'];
  /**
   * Ends the run: clients continue as if nothing had happened if `initialize` fails. Called after its response is
   * written.
   */
  readonly onRefusal: (message: string) => void;
  /** Tells the client the commands that there are now, unless it knows them. */
  readonly tellCommands: () => Promise<void>;
  /** The agents' types, for the client. */
  readonly agentTypes: () => Promise<readonly AgentDefinition[]>;
  /**
   * Settings or a mode that are refused leave those before in force, and the client knows. Otherwise such a refusal ends the run, since
   * clients send the next prompt without waiting for the answer.
   */
  readonly hearsRejections: boolean;
  /** Only a program that asks for checkpoints has them. */
  readonly asksForCheckpoints: boolean;
  /** The request whose setup the session was opened with; undefined: there was none. */
  readonly openedWith: string | undefined;
  /** That request. */
  readonly firstInitialize?: object | undefined;
  /** How the client gave the process its session; undefined: it began with one. */
  readonly claim?: ClaimedSession | undefined;
  /** Where messages from MCP servers in the client go. */
  readonly link: { deliver(server: string, message: unknown): boolean } | undefined;
  /** The way to an MCP server in the client. Undefined: it can have none. */
  readonly channelOf: ((server: string, tools: JsonValue | undefined) => ClientChannel) | undefined;
  /** When the agent took a message of the person, in milliseconds since the Unix epoch. */
  readonly takenAt: (uuid: string) => number | undefined;
  /** Messages that no prompt has taken yet. */
  readonly queue:
    | {
        waitingIds(): readonly string[];
        dropWaiting(): readonly string[];
        /** False: no message that waits has this id. */
        drop(uuid: string): boolean;
      }
    | undefined;
  /** An interrupt ends background tasks too: the client has no way to end each of them. */
  readonly stopsTasks: boolean;
  /** Questions that the client has not answered, as they were sent. */
  readonly openAsks: () => readonly object[];
  readonly plugins: readonly Pick<Plugin, 'name' | 'directory'>[];
  readonly usage: () => SessionUsage;
  readonly version: string;
  readonly session: { readonly id: string; readonly rename: (title: string) => void };
}

/** Requests whose refusal a program of the Agent SDK hears: its method rejects. */
const HEARD: readonly unknown[] = ['apply_flag_settings', 'set_permission_mode'];

export function createControl(scope: ControlScope): Pick<Control, 'request'> {
  const { send, onRefusal, openedWith, hearsRejections } = scope;
  const flags = new FlagSettings({
    permission: scope.runtime.permission,
    agent: scope.agent,
    changeModel: scope.changeModel,
  });
  const respond = (response: object): void => send({ type: 'control_response', response });
  return {
    request(requestId, request) {
      const isHeard = hearsRejections && HEARD.includes(getOwn(request, 'subtype'));
      const problem =
        requestId === openedWith || isHeard ? undefined : restrictionProblem(request, scope.firstInitialize);
      if (problem !== undefined) {
        respond({ subtype: 'error', request_id: requestId, error: problem });
        onRefusal(problem);
        return;
      }
      const answered =
        requestId === openedWith ? answerFirst(scope, request) : carryOut(scope, flags, request);
      void answered.then(
        (answer) => {
          respond(
            answer.ok
              ? { subtype: 'success', request_id: requestId, response: answer.response ?? {} }
              : { subtype: 'error', request_id: requestId, error: answer.error, error_code: answer.code },
          );
          if (!answer.ok && answer.endsRun === true) onRefusal(answer.error);
        },
        (error: unknown) => respond({ subtype: 'error', request_id: requestId, error: errorText(error) }),
      );
    },
  };
}

async function carryOut(scope: ControlScope, flags: FlagSettings, request: object): Promise<ControlAnswer> {
  const { runtime } = scope;
  const { parts } = scope.agent;
  const subtype = getOwn(request, 'subtype');
  switch (subtype) {
    case 'mcp_status':
      return { ok: true, response: mcpStatus(scope.mcp, scope.agent.runtime.pool) };
    case 'initialize':
      return { ok: true, response: await initializeInfo(scope) };
    case 'claim_session':
      return { ok: false, code: 'not_a_spare', error: 'not_a_spare: This process already has a session.' };
    case 'interrupt':
      return { ok: true, response: interrupt(scope, getOwn(request, 'cancel_queued') === true) };
    case 'set_permission_mode':
      return setMode(runtime.permission, getOwn(request, 'mode'));
    case 'set_mcp_permission_mode_override':
      return overrideMode(runtime.permission, parts.mcp, request);
    case 'set_model':
      return setModel(scope, getOwn(request, 'model'));
    case 'set_max_thinking_tokens':
      // A request may be about how thinking is shown alone.
      if (getOwn(request, 'max_thinking_tokens') === undefined) return { ok: true };
      return setThinking(scope, getOwn(request, 'max_thinking_tokens') ?? undefined);
    case 'apply_flag_settings':
      return applyFlagSettings(flags, getOwn(request, 'settings'), scope.hearsRejections);
    case 'rewind_files':
      return { ok: true, response: await rewindFiles(parts, scope, request) };
    case 'read_file':
      return readFileForClient(scope.agent, request);
    case 'mcp_set_servers':
      return setMcpServers(scope.agent.parts, scope.channelOf, getOwn(request, 'servers'));
    case 'mcp_reconnect':
    case 'mcp_toggle':
      return changeMcpServer(scope.agent.parts, request);
    case 'get_context_usage':
      return { ok: true, response: await contextUsage(scope) };
    case 'reload_skills':
      return { ok: true, response: await reloadSkills(scope) };
    case 'reload_plugins':
      return { ok: true, response: await reloadPlugins(scope) };
    case 'reload_output_styles':
      return { ok: true, response: { available_output_styles: await scope.agent.outputStyle.names() } };
    case 'get_settings':
      return {
        ok: true,
        response: await settingsAnswer(parts.permission.loaded, scope.provider.model),
      };
    case 'update_settings':
      return saveSettings({ env: parts.env, home: parts.permission.loaded.home }, request);
    case 'rename_session':
      return renameSession(request, scope.session);
    case 'generate_session_title':
      return sessionTitle(request, scope.session.rename);
    case 'get_task_output':
      return taskOutput(request, runtime.tasks);
    case 'set_has_subscribers':
      return { ok: true };
    case 'mcp_call':
      return callMcpTool(scope.agent, request);
    case 'mcp_read_resource':
      return readMcpResource(scope.agent, request);
    case 'get_usage':
      return { ok: true, response: usageAnswer(scope.usage()) };
    case 'list_permission_rules':
      return { ok: true, response: rulesAnswer(scope.agent.parts.permission) };
    case 'list_models':
      return { ok: true, response: { models: modelsForClient(scope.provider.model) } };
    case 'get_binary_version':
      return { ok: true, response: { version: scope.version } };
    case 'seed_read_state':
      return seedReadState(scope.agent, request);
    case 'cancel_async_message':
      return cancelMessage(scope, getOwn(request, 'message_uuid'));
    case 'stop_task':
      return stopTask(scope, getOwn(request, 'task_id'));
    case 'background_tasks':
      return moveToBackground(scope, getOwn(request, 'tool_use_id'));
    case 'mcp_message':
      return deliverMessage(scope, getOwn(request, 'server_name'), getOwn(request, 'message'));
    default:
      return {
        ok: false,
        code: 'unsupported_request',
        error: `This request is not supported: ${JSON.stringify(subtype)?.slice(0, 80) ?? 'no subtype'}.`,
      };
  }
}

function cancelMessage({ queue }: ControlScope, uuid: unknown): ControlAnswer {
  return { ok: true, response: { cancelled: typeof uuid === 'string' && queue?.drop(uuid) === true } };
}

async function stopTask({ runtime: { tasks } }: ControlScope, id: unknown): Promise<ControlAnswer> {
  const task = typeof id === 'string' ? await tasks.stop(id, 'person') : undefined;
  return task === undefined ? { ok: false, error: `There is no task ${JSON.stringify(id)}.` } : { ok: true };
}

/** A message from an MCP server in the client. */
function deliverMessage({ link }: ControlScope, server: unknown, message: unknown): ControlAnswer {
  const isTaken = typeof server === 'string' && link?.deliver(server, message) === true;
  return isTaken ? { ok: true } : { ok: false, error: `There is no MCP server ${JSON.stringify(server)}.` };
}

/** What calls wait for goes on in the background, as with Ctrl-B. False only for a call that waits for nothing that could. */
function moveToBackground({ agent: { parts, runtime } }: ControlScope, callId: unknown): ControlAnswer {
  if (callId !== undefined && typeof callId !== 'string')
    return { ok: false, error: '"tool_use_id" must be a text.' };
  if (runtime.pool.find('Bash') !== undefined && isBackgroundDisabled(parts.env))
    return { ok: false, error: 'Background tasks are switched off (CLAUDE_CODE_DISABLE_BACKGROUND_TASKS).' };
  const moved = parts.tasks.moveWaiting(callId);
  return { ok: true, response: { backgrounded: moved > 0 || callId === undefined } };
}

/** Stops the running prompt, and if it is being stopped, kills that; messages that wait stay, unless the client drops them too. */
function interrupt(
  { agent, queue, runtime: { tasks, stopping }, interrupts, stopsTasks }: ControlScope,
  dropsQueued: boolean,
): object {
  interrupts.take(stopping);
  agent.interrupt('user-cancel');
  const background = stopsTasks ? tasks.list().filter((task) => task.agent?.isForeground !== true) : [];
  for (const task of background) if (isRunning(task)) void tasks.stop(task.id, 'person');
  if (!dropsQueued) return { still_queued: queue?.waitingIds() ?? [] };
  return { still_queued: [], cancelled: queue?.dropWaiting() ?? [] };
}

/** Without a model, as with `default`: the starting model. */
async function setModel({ provider, changeModel }: ControlScope, value: unknown): Promise<ControlAnswer> {
  if (value !== undefined && value !== null && typeof value !== 'string')
    return { ok: false, error: `"model" must be a string, as for --model; got ${JSON.stringify(value)}` };
  const name = value === null || value === 'default' ? undefined : value;
  if (name === provider.model) return { ok: true, response: { model: name } };
  const changed = await changeModel(name);
  return changed.ok
    ? { ok: true, response: { model: changed.model } }
    : { ok: false, error: changed.message };
}

/** Without a number: what the session was opened with. */
function setThinking({ agent }: ControlScope, tokens: unknown): ControlAnswer {
  if (tokens !== undefined && !(typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0))
    return {
      ok: false,
      error: `"max_thinking_tokens" must be a whole number, 0 for no thinking, or null; got ${JSON.stringify(tokens)}`,
    };
  agent.changeThinkingTokens(tokens);
  return { ok: true };
}
