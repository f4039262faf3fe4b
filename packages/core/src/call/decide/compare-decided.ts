import type { Engine } from '../../engine/engine.ts';
import { isInterrupted, type Call } from '../../engine/call.ts';
import { onGrounds } from '../../permission/on-grounds.ts';
import { decidedPaths, firstChanged } from './decided-files.ts';
import { settle } from '../settle/settle.ts';
import type { StageResult } from '../stage.ts';
import { withinGrace } from '../within-grace.ts';

/** A file that changes as often as this while a person is asked is not worth asking about. */
const MAX_CHANGES = 5;

/**
 * The last look before the start: a person has allowed the call for what its files held when they were asked. Where
 * one has changed since, the approval is gone and they are asked again.
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
