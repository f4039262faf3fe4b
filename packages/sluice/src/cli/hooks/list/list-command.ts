import { loadSettings, problemText } from '@sluice/settings';
import { HOOK_EVENTS, listHooks, type ListedHook } from '@sluice/hooks';
import { createPalette, nearestName, wantsColor } from '@sluice/base';
import { parseCommandLine } from '../../parse-command-line.ts';
import { printAll } from '../../print.ts';
import { usageError } from '../../usage-error.ts';
import { COMMON_OPTIONS, EXPECTED, placeOf, SETTINGS_OPTION } from '../../settings-place.ts';
import { builtInPool } from '../../built-in-pool.ts';
import { say } from '../../say.ts';
import { SYNOPSIS } from '../usage.ts';
import { withPeerHooks } from '../with-peer-hooks.ts';
import { listText } from './list-text.ts';
import { jsonText } from '../../json-text.ts';

/** `sluice hooks list`; returns the exit code. */
export async function listCommand(args: readonly string[]): Promise<number> {
  const wrong = (message: string): number => usageError('sluice hooks list', message, SYNOPSIS);
  const line = parseCommandLine(args, { ...COMMON_OPTIONS, ...SETTINGS_OPTION }, EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals: events } = line.parsed;
  const unknown = events.find((event) => !HOOK_EVENTS.includes(event));
  if (unknown !== undefined) return wrong(unknownEvent(unknown));
  const placed = placeOf(values.cwd);
  if (!placed.ok) return wrong(placed.message);
  const loaded = loadSettings({
    ...placed.place,
    files: values.settings,
  });
  const pool = builtInPool();
  const { hooks, problems } = listHooks(
    await withPeerHooks(loaded),
    pool.tools.map(({ name }) => name),
  );
  const errors = loaded.problems.filter(({ severity }) => severity === 'error');
  for (const problem of errors) say('sluice hooks list', problemText(problem));
  const others = problems.filter(({ code }) => code !== 'untrusted').length;
  if (others > 0) say('sluice hooks list', `problems with hooks: ${others}; run sluice rules check`);
  const shown = events.length === 0 ? hooks : hooks.filter(({ event }) => events.includes(event));
  const status = await printAll(
    values.json === true
      ? jsonText({ hooks: shown.map(toJson) })
      : listText(shown, placed.place.cwd, createPalette(wantsColor(process.stdout, process.env))),
  );
  return errors.length > 0 ? 1 : status;
}

export function unknownEvent(name: string): string {
  const near = nearestName(name, HOOK_EVENTS);
  const hint = near === undefined ? `the events are ${HOOK_EVENTS.join(', ')}` : `did you mean ${near}?`;
  return `there is no hook event ${JSON.stringify(name)}; ${hint}`;
}

const FIRED_BY = { prompt: 'sluice -p', terminal: 'the terminal', 'any-run': 'every run' } as const;

function toJson({ whyNot, condition, timeoutMs, firedBy, ...rest }: ListedHook): object {
  return {
    ...rest,
    firedBy: firedBy === undefined ? undefined : FIRED_BY[firedBy],
    if: condition,
    timeout: timeoutMs === undefined ? undefined : timeoutMs / 1000,
    runs: whyNot === undefined,
    reason: whyNot,
  };
}
