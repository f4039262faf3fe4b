import { presentItems } from '@sluice/base';
import { changeText } from './change-text.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Call } from '../../engine/call.ts';
import type { SettledResult } from '../../engine/settled-result.ts';
import type { SpokenText } from '../../result/marked-text.ts';

const NOTHING: readonly never[] = [];

/** What follows a call's result: that its input was changed, what the person who allowed it said, and what hooks add. */
export function ownContext(
  engine: Engine,
  call: Call,
  afterwards: readonly string[] = NOTHING,
): SettledResult['additionalContext'] {
  const { fromNested, change } = call;
  const { hook, feedback } = call.verdicts;
  const isSilent =
    hook === undefined && fromNested === undefined && feedback === undefined && change === undefined;
  if (isSilent) return afterwards;
  return presentItems([
    changeNote(engine, call),
    feedback,
    ...(hook?.additionalContext ?? NOTHING),
    ...(fromNested?.additionalContext ?? NOTHING),
    ...afterwards,
  ]);
}

/** The result of a tool that asks a person itself says what they have answered. */
function changeNote(engine: Engine, call: Call): SpokenText | undefined {
  const { change, tool } = call;
  if (change?.isTold !== true || tool?.interaction !== undefined) return undefined;
  const redact = engine.results.redact;
  const written = { ...change, written: redact(call.name, change.written) };
  return { speaker: 'note', text: changeText(call.id, call.name, written, redact(call.name, call.json)) };
}
