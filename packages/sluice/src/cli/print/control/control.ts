import type { Agent } from '@sluice/agent';
import { getOwn, type ModelProvider } from '@sluice/core';
import type { McpServers } from '@sluice/mcp';
import { type LocalRuntime, parseMode } from '@sluice/session';
import type { AgentModel, AssembledAgent } from '@sluice/session/agent';
import type { ControlAsker } from './control-asker.ts';
import { mcpStatus } from '../output/mcp-status.ts';
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
  readonly agent: Agent & Pick<AssembledAgent, 'commands'>;
  readonly runtime: Pick<LocalRuntime, 'permission' | 'tasks'>;
  /** Undefined: there are no MCP servers. */
  readonly mcp: Pick<McpServers, 'status'> | undefined;
  readonly asker: ControlAsker | undefined;
  /** Writes one line. */
  readonly send: (message: object) => void;
  readonly provider: Pick<ModelProvider, 'model'>;
  readonly changeModel: AgentModel['change'];
  /**
   * Ends the run: clients continue as if nothing had happened if `initialize` fails. Called after its response is
   * written.
   */
  readonly onRefusal: (message: string) => void;
}

type Answer =
  | { readonly ok: true; readonly response?: object }
  | { readonly ok: false; readonly error: string };

export function createControl(scope: ControlScope): Control {
  const { asker, send, onRefusal } = scope;
  const refuse = (requestId: string | null, error: string): void => {
    send({ type: 'control_response', response: { subtype: 'error', request_id: requestId, error } });
    onRefusal(error);
  };
  return {
    refuse,
    request(requestId, request) {
      const problem = restrictionProblem(request);
      if (problem !== undefined) return refuse(requestId, problem);
      void carryOut(scope, request).then((answer) =>
        send({
          type: 'control_response',
          response: answer.ok
            ? { subtype: 'success', request_id: requestId, response: answer.response ?? {} }
            : { subtype: 'error', request_id: requestId, error: answer.error },
        }),
      );
    },
    response(requestId, response, error) {
      if (error === undefined) return asker?.respond(requestId, response);
      asker?.fail(requestId, error);
      return undefined;
    },
    close: () => asker?.close(),
  };
}

async function carryOut(scope: ControlScope, request: object): Promise<Answer> {
  const { agent, runtime } = scope;
  const subtype = getOwn(request, 'subtype');
  switch (subtype) {
    case 'mcp_status':
      return { ok: true, response: mcpStatus(scope.mcp) };
    case 'initialize': {
      const { model } = scope.provider;
      return {
        ok: true,
        response: {
          commands: ((await agent.commands?.list()) ?? []).map(({ name, description, argumentHint }) => ({
            ...{ name, description, argumentHint: argumentHint ?? '' },
          })),
          agents: [],
          output_style: 'default',
          available_output_styles: ['default'],
          models: [{ value: model, displayName: model, description: '' }],
          pid: process.pid,
        },
      };
    }
    case 'interrupt':
      agent.interrupt('user-cancel');
      return { ok: true };
    case 'set_permission_mode':
      return setMode(scope, getOwn(request, 'mode'));
    case 'set_model':
      return setModel(scope, getOwn(request, 'model'));
    case 'stop_task': {
      const id = getOwn(request, 'task_id');
      const task = typeof id === 'string' ? await runtime.tasks.stop(id) : undefined;
      return task === undefined
        ? { ok: false, error: `There is no task ${JSON.stringify(id)}.` }
        : { ok: true };
    }
    default:
      return {
        ok: false,
        error: `initialize, interrupt, set_permission_mode, set_model and stop_task are supported; got ${JSON.stringify(subtype)?.slice(0, 80) ?? 'no subtype'}`,
      };
  }
}

/** Without a model, as with `default`: the starting model. */
async function setModel({ provider, changeModel }: ControlScope, value: unknown): Promise<Answer> {
  if (value !== undefined && value !== null && typeof value !== 'string')
    return { ok: false, error: `"model" must be a string, as for --model; got ${JSON.stringify(value)}` };
  const name = value === null || value === 'default' ? undefined : value;
  if (name === provider.model) return { ok: true, response: { model: name } };
  const changed = await changeModel(name);
  return changed.ok
    ? { ok: true, response: { model: changed.model } }
    : { ok: false, error: changed.message };
}

function setMode({ runtime: { permission } }: ControlScope, value: unknown): Answer {
  const mode = parseMode(value);
  if (mode === undefined)
    return { ok: false, error: `There is no permission mode ${JSON.stringify(value)}.` };
  if (mode === 'bypassPermissions' && !permission.current().isBypassAvailable) {
    return {
      ok: false,
      error:
        'bypassPermissions must be allowed at the start, with --allow-dangerously-skip-permissions, and by all settings.',
    };
  }
  const result = permission.apply({ type: 'setMode', mode, destination: 'session' });
  return result.ok ? { ok: true, response: { mode } } : { ok: false, error: result.message };
}
