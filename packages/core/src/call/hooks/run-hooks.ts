import { concernedHooks, type PreToolUseHook } from '../../hook/hooks.ts';
import { matchingPreHooks, runPreHooks, type HookVerdict } from '../../hook/pre-tool-use.ts';
import type { Engine } from '../../engine/engine.ts';
import { isStopped, signalOf, type Call } from '../../engine/call.ts';
import { changeInput } from '../change-input.ts';
import { startClassifier } from '../decide/classify.ts';
import { deferCall } from './defer-call.ts';
import { observeHooks } from '../observe-hooks.ts';
import type { StageResult } from '../stage.ts';
import { checkWithinGrace } from '../check-within-grace.ts';
import { settle } from '../settle/settle.ts';

/** Stage 4: PreToolUse hooks, once per call: a changed input is validated and claimed again, but no hook is asked again. */
export function runHooks(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  if (engine.permission.classifier !== undefined && call.tool !== undefined)
    startClassifier(engine, call, call.tool);
  if (call.verdicts.hook !== undefined || engine.hooks.length === 0) return 'next';
  const { name: toolName, json: input } = call;
  const matching = matchingPreHooks(engine.hooks, toolName);
  const hooks = concernedHooks(matching, { toolName, input, cwd: engine.session.cwd });
  return hooks.length === 0 ? 'next' : ask(engine, call, hooks);
}

function ask(
  engine: Engine,
  call: Call,
  hooks: readonly PreToolUseHook[],
): StageResult | Promise<StageResult> {
  const about = { messageId: call.group.messageId, callId: call.id, toolName: call.name };
  const { cwd } = engine.session;
  const agent = engine.agent.identity;
  const told = { ...about, input: call.json, cwd, agent, signal: signalOf(call) };
  const running = runPreHooks(hooks, told, observeHooks(engine, call.group.emit, about));
  return running instanceof Promise
    ? checkWithinGrace(engine, call, running).then((verdict) => hear(engine, call, verdict))
    : hear(engine, call, running);
}

function hear(
  engine: Engine,
  call: Call,
  verdict: HookVerdict | undefined,
): StageResult | Promise<StageResult> {
  if (verdict === undefined) return 'next';
  call.verdicts.hook = verdict;
  for (const message of verdict.failures) {
    call.group.emit({ type: 'notice', code: 'hook-failed', message, callId: call.id });
  }
  for (const message of verdict.notices) {
    call.group.emit({ type: 'notice', code: 'hook-message', message, callId: call.id });
  }
  // What the hooks add, and their wish to stop the loop, counts anyway.
  if (isStopped(call)) return 'next';
  if (verdict.decision === 'deny' || verdict.decision === 'defer') {
    const reason = verdict.reason === '' ? 'it gave no reason' : verdict.reason;
    const { hook } = verdict;
    if (verdict.decision === 'defer') return deferCall(engine, call, { hook, reason });
    settle(engine, call, { code: 'blocked-by-hook', hook, reason });
    return 'settled';
  }
  const { updatedInput, updatedBy } = verdict;
  if (updatedInput === undefined) return 'next';
  return changeInput(engine, call, updatedInput, { kind: 'hook', name: updatedBy ?? verdict.hook });
}
