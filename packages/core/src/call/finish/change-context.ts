import type { Engine } from '../../engine/engine.ts';
import { readToolUpdate } from '../../permission/context/tool-update.ts';
import type { ToolResult } from '../../tool/result.ts';
import type { AnyTool } from '../../tool/tool.ts';
import type { Call } from '../../engine/call.ts';
import type { ContextChange } from '../../engine/settled-result.ts';
import { isTrue, messageOf, tryOr } from '../../tool/predicates.ts';

/**
 * Applies a result's changes if its tool declared that it changes the context: the call ran alone, so this is call order. Returns what is
 * left to apply in call order.
 */
export function applyDeclaredChange(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  result: ToolResult<unknown> | undefined,
): ContextChange | undefined {
  if (result?.modifyContext === undefined && result?.permissionUpdates === undefined) return undefined;
  const { modifyContext, permissionUpdates } = result;
  const change: ContextChange = { modifyContext, permissionUpdates };
  const isDeclared =
    call.demands === 'exclusive' && isTrue(() => tool.changesContext(call.input, { cwd: call.cwd }));
  if (!isDeclared) return change;
  apply(engine, call, change);
  return undefined;
}

/** Changes by a call whose tool did not declare them, applied in call order. A change of the session's context is reported. */
export function applyLateChange(engine: Engine, call: Call): void {
  const change = call.result?.lateChange;
  if (change === undefined) return;
  apply(engine, call, change);
  if (change.modifyContext === undefined) return;
  const message = `${call.name} changed the session's context without declaring it ("changesContext").`;
  call.group.emit({ type: 'notice', code: 'undeclared-context-change', message, callId: call.id });
}

function apply(engine: Engine, call: Call, { modifyContext, permissionUpdates }: ContextChange): void {
  if (modifyContext !== undefined) modify(engine, call, modifyContext);
  if (permissionUpdates !== undefined) updatePermission(engine, call, permissionUpdates);
}

function modify(
  engine: Engine,
  call: Call,
  modifier: NonNullable<ToolResult<unknown>['modifyContext']>,
): void {
  try {
    engine.agent.state.update(modifier);
  } catch (error) {
    const message = `${call.name} could not change the session's context: ${messageOf(error)}`;
    call.group.emit({ type: 'notice', code: 'context-change-failed', message, callId: call.id });
  }
}

function updatePermission(
  engine: Engine,
  call: Call,
  updates: NonNullable<ToolResult<unknown>['permissionUpdates']>,
): void {
  for (const given of Array.isArray(updates) ? updates : [updates]) {
    const read = readToolUpdate(given);
    const result = read.ok ? engine.permission.state.apply(read.update) : read;
    if (read.ok && result.ok) {
      tryOr(() => engine.permission.onUpdate?.(read.update), undefined);
      continue;
    }
    const reason = result.ok ? '' : result.message;
    const message = `The permission change that ${call.name} requested was not made: ${reason}`;
    call.group.emit({ type: 'notice', code: 'permission-not-kept', message, callId: call.id });
  }
}
