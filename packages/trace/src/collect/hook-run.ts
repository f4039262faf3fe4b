import type { TraceHookRun } from '../data/trace-data.ts';
import type { Entry } from './agent-options.ts';
import type { Texts } from './texts.ts';

/** One run of a hook, and what it came to. */
export function readHookRun(
  { event, hook, place, outcome, durationMs, said }: Entry<'hook'>,
  texts: Texts,
): TraceHookRun {
  return {
    event: texts.line(event),
    hook: texts.line(hook),
    place: texts.line(place),
    outcome,
    ms: durationMs,
    said: texts.block(whatItSaid(said)),
  };
}

function whatItSaid(said: Entry<'hook'>['said']): string {
  const { decision, reason, changesInput, changesOutput, addsContext, stops, allowsRetry } = said;
  const parts = [
    decision,
    changesInput === true ? 'changed the input' : undefined,
    changesOutput === true ? 'changed the output' : undefined,
    addsContext === true ? 'added context' : undefined,
    stops === true ? 'stopped the work' : undefined,
    allowsRetry === true ? 'allowed a retry' : undefined,
  ].filter((part) => part !== undefined);
  return [parts.join(', '), reason].filter((part) => part !== undefined && part !== '').join(': ');
}
