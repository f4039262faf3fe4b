import type { Engine } from '../../engine/engine.ts';
import { isInterrupted, type Call } from '../../engine/call.ts';
import { onGrounds } from '../../permission/on-grounds.ts';
import { decidedPaths, firstChanged } from '../decided-files.ts';
import { settle } from '../settle/settle.ts';
import type { StageResult } from '../stage.ts';
import { withinGrace } from '../within-grace.ts';

/** After a file has changed this often while a person was asked, asking again is pointless. */
const MAX_CHANGES = 5;

/**
 * The last check before the start: a person approved the call for what its files contained when they were asked. If one has changed
 * since, the approval is void and they are asked again.
 */
export function compareDecided(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  const { verdicts } = call;
  const { decidedFiles } = verdicts;
  if (decidedFiles === undefined || decidedFiles.size === 0) return 'next';
  const comparing = firstChanged(engine, decidedFiles, decidedPaths(engine, call));
  return withinGrace(engine, call, comparing).then((changed) => {
    if (changed === undefined || isInterrupted(call)) return 'next';
    verdicts.withdrawApproval(changed);
    if (verdicts.changesWhileAsked <= MAX_CHANGES) return 'recheck';
    const times = verdicts.changesWhileAsked;
    const grounds = onGrounds({ kind: 'file-keeps-changing', path: changed, times });
    settle(engine, call, { code: 'denied', by: 'safety', ...grounds });
    return 'settled';
  });
}
