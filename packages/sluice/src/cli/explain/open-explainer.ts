import {
  assemblePool,
  createInputValidator,
  defineTool,
  loadTools,
  type AnyTool,
  type CheckContext,
  type JsonObject,
  type PermissionContext,
  type PermissionState,
  type RulePolicy,
  type ToolPool,
} from '@sluice/core';
import { createAjvValidator, createNodeFiles } from '@sluice/host';
import { createProcessSession } from '@sluice/process';
import { commandEnvironment } from '@sluice/settings';
import { inspectedTools, NO_PLAN, NO_WEB } from '../inspected-tools.ts';
import { builtInTools, createTaskRegistry } from '@sluice/tools';
import {
  type LocalPermission,
  lazyGitLister,
  loadCommandLanguage,
  openPermission,
  openSandbox,
  sealedInEverySession,
} from '@sluice/session';
import type { PermissionOptions } from '../permission/permission-options.ts';
import { explainCall } from './explain-call.ts';
import type { Explanation } from './explanation.ts';
import { invalidInputText } from './invalid-input-text.ts';

/** Explains calls under the settings of a directory. */
export interface Explainer {
  readonly pool: ToolPool;
  readonly policy: RulePolicy;
  readonly state: PermissionState;
  readonly permission: LocalPermission;
  /** A tool by name; for `mcp__server__tool`, a placeholder that declares nothing. */
  find(name: string): AnyTool | undefined;
  /** @param isWhole the input must be valid; otherwise it has only the field that matters */
  explain(tool: AnyTool, json: JsonObject, isWhole: boolean): Promise<Explained>;
}

type Explained =
  | { readonly ok: true; readonly explanation: Explanation }
  | { readonly ok: false; readonly message: string };

type OpenedExplainer =
  | { readonly ok: true; readonly explainer: Explainer }
  | { readonly ok: false; readonly problems: readonly string[] };

const REMEDY =
  'Allow it with a rule (--allow RULE, or permissions.allow in a settings file) or another --permission-mode.';

/** @param cwd absolute and real */
export async function openExplainer(cwd: string, options: PermissionOptions): Promise<OpenedExplainer> {
  const { permissionMode: mode, settings } = options;
  let loaded: LocalPermission['loaded'] | undefined;
  const opened = await openPermission({
    cwd,
    env: process.env,
    mode,
    settings,
    remedy: REMEDY,
    files: createNodeFiles({ gitNames: lazyGitLister(cwd, () => loaded) }),
    knownTools: () => pool.tools.map(({ name }) => name),
  });
  if (!opened.ok) return opened;
  const { permission } = opened;
  ({ loaded } = permission);
  const { env } = commandEnvironment(permission.loaded, process.env);
  const { policy: sandbox, secrets } = await openSandbox(permission.loaded, env);
  permission.state.update({ sealed: sealedInEverySession(cwd, sandbox.authorityKeys) });
  const pool: ToolPool = assemblePool({
    builtIn: [
      ...builtInTools({
        plan: NO_PLAN,
        web: NO_WEB,
        processes: createProcessSession(),
        tasks: createTaskRegistry(),
        workspace: cwd,
        env,
        secrets,
        sandbox: () => sandbox,
        search: { pool: () => pool },
        // Nothing runs here: what it leaves out is reported at startup.
        namesLeftOut: () => [],
      }),
      ...inspectedTools(),
    ],
  });
  await Promise.all([loadTools(pool.tools), loadCommandLanguage()]);
  const { policy, state } = permission;
  const validator = createInputValidator(createAjvValidator());
  return {
    ok: true,
    explainer: {
      pool,
      policy,
      state,
      permission,
      find: (name) => pool.find(name) ?? (/^mcp__./.test(name) ? toolOfServer(name) : undefined),
      async explain(tool, json, isWhole) {
        let input: unknown = json;
        if (isWhole) {
          const valid = await validator.validate(tool.inputSchema, json);
          if (!valid.ok) return { ok: false, message: invalidInputText(tool.name, valid) };
          ({ input } = valid);
        }
        const snapshot = state.current();
        const checked = await tool.checkPermissions?.(input, checkContext(cwd, snapshot));
        return { ok: true, explanation: explainCall({ tool, input, json, cwd }, policy, snapshot, checked) };
      },
    },
  };
}

/** For a tool that examines a call before the decision: nothing has been read or run yet. */
function checkContext(cwd: string, permission: PermissionContext): CheckContext {
  return {
    callId: 'explained',
    messageId: 'explained',
    cwd,
    permission,
    signal: new AbortController().signal,
    session: { cwd, values: new Map() },
    ledger: {
      get: () => undefined,
      isSeenBefore: () => false,
      record: () => {},
      forget: () => {},
      entries: () => [],
    },
  };
}

/** What is known about a tool of an unconnected server: its name. */
function toolOfServer(name: string): AnyTool | undefined {
  try {
    return defineTool({
      name,
      description: name,
      inputSchema: { type: 'object' },
      call: async () => ({ data: undefined }),
    });
  } catch {
    return undefined;
  }
}
