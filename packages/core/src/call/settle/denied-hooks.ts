import { effectsIn } from '../../data/permission-mode.ts';
import { concernedHooks, hookMatches, type PermissionDeniedHook } from '../../hook/hooks.ts';
import { runAll } from '../../hook/run-all.ts';
import type { Engine } from '../../engine/engine.ts';
import type { AfterDenial } from '../../engine/after-denial.ts';
import { isUnsettled, signalOf, type Call } from '../../engine/call.ts';
import { observeHooks } from '../observe-hooks.ts';
import type { Outcome } from '../../data/outcome.ts';
import { waitWithinGrace } from '../wait-within-grace.ts';

/** Starts the hooks for a denial that no person made; what they say goes with the message. */
export function startDeniedHooks(engine: Engine, call: Call, outcome: Outcome): void {
  if (!isUnsettled(call) || outcome.code !== 'denied') return;
  if (effectsIn(engine.permission.state.current().mode) !== 'classify') return;
  if (outcome.by !== 'classifier' && outcome.by !== 'headless') return;
  const matching = engine.hooks.filter(
    (hook): hook is PermissionDeniedHook => hook.event === 'PermissionDenied' && hookMatches(hook, call.name),
  );
  const { name: toolName, json: input } = call;
  const hooks = concernedHooks(matching, { toolName, input, cwd: engine.session.cwd });
  if (hooks.length === 0) return;
  let root = call;
  while (root.parent !== undefined) root = root.parent;
  (root.afterDenials ??= []).push(ask(engine, call, hooks, outcome.reason));
}

async function ask(
  engine: Engine,
  call: Call,
  hooks: readonly PermissionDeniedHook[],
  reason: string,
): Promise<AfterDenial> {
  const { messageId, emit } = call.group;
  const about = { messageId, callId: call.id, toolName: call.name };
  const signal = signalOf(call);
  const { cwd } = engine.session;
  const agent = engine.agent.identity;
  const told = { ...about, input: call.json, cwd, agent, signal, reason };
  const running = runAll(
    hooks,
    (hook, progress) => hook.run({ ...told, progress }),
    observeHooks(engine, emit, about),
  );
  const ran = await waitWithinGrace(engine, Promise.resolve(running), signal);
  if (ran === undefined) return { texts: [], stop: undefined };
  for (const message of ran.failures) emit({ type: 'notice', code: 'hook-failed', message, callId: call.id });
  for (const message of ran.notices) {
    emit({ type: 'notice', code: 'hook-message', message, callId: call.id });
  }
  const index = ran.results.findIndex((result) => result?.retry === true);
  const name = hooks[index]?.name;
  const texts =
    name === undefined ? [] : [`The hook "${name}" says that the call of ${call.name} may be made again.`];
  return { texts, stop: ran.results.find((result) => result?.stop !== undefined)?.stop };
}
