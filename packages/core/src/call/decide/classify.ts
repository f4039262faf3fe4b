import { effectsIn } from '../../data/permission-mode.ts';
import type { ClassifierVerdict } from '../../permission/ask/classifier.ts';
import type { PermissionDecision } from '../../permission/decision.ts';
import { onGrounds } from '../../permission/describe/on-grounds.ts';
import type { Engine } from '../../engine/engine.ts';
import type { AnyTool } from '../../tool/tool.ts';
import { signalOf, type Call } from '../../engine/call.ts';
import { messageOf, tryOr } from '../../tool/predicates.ts';
import { readDecided } from '../decided-files.ts';
import { checkWithinGrace } from '../check-within-grace.ts';

/** Starts the classifier alongside the hooks, in the mode that has one; its verdict counts only if nothing else decides. */
export function startClassifier(engine: Engine, call: Call, tool: AnyTool): void {
  const { classifier } = engine.permission;
  const permission = engine.permission.state.current();
  if (classifier === undefined || effectsIn(permission.mode) !== 'classify') return;
  const { cwd } = engine.session;
  const { input } = call;
  const { version } = permission;
  const known = call.attempt.classification;
  if (known !== undefined && known.input === input && known.cwd === cwd && known.version === version) return;
  const request = {
    toolName: call.name,
    input: tryOr(() => tool.classifierView?.(call.input) ?? call.json, call.json),
    actions: tryOr(() => tool.actions?.(call.input, { cwd }), undefined),
    cwd,
    permission,
    signal: signalOf(call),
  };
  // What it is shown is what it may allow: all of it is read before it is asked.
  const decided = readDecided(engine, call);
  const verdict = settled(async () => {
    await decided;
    return classifier(request);
  });
  call.attempt.classification = { input, cwd, version, verdict, decided };
}

/** Passes an ask to the classifier first, which may deny it, or allow it if nothing in particular demands it. */
export async function askClassifier(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  decision: Extract<PermissionDecision, { behavior: 'ask' }>,
): Promise<PermissionDecision> {
  startClassifier(engine, call, tool);
  if (call.attempt.classification === undefined) return decision;
  const verdict = await checkWithinGrace(engine, call, call.attempt.classification.verdict);
  if (verdict === undefined) return decision;
  const isOpen = decision.by === 'default';
  if (!isOpen && verdict.behavior !== 'deny') return decision;
  const { remedy, remedyCode, by: _by, behavior: _ask, ...detail } = decision;
  const grounds = onGrounds({ kind: 'classifier', behavior: verdict.behavior, said: verdict.reason });
  if (verdict.behavior === 'allow') call.verdicts.decided = await call.attempt.classification?.decided;
  switch (verdict.behavior) {
    case 'allow':
    case 'deny':
      return { ...detail, behavior: verdict.behavior, by: 'classifier', ...grounds };
    case 'ask':
      return { ...detail, behavior: 'ask', by: 'default', ...grounds, remedy, remedyCode };
    default:
      return verdict.behavior satisfies never;
  }
}

/** Usually nothing waits for it yet, so a rejection must not be unhandled. */
function settled(work: () => Promise<ClassifierVerdict>): Promise<ClassifierVerdict> {
  return work().catch((error: unknown) => ({ behavior: 'ask', reason: `it failed (${messageOf(error)})` }));
}
