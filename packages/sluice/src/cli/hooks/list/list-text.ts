import { relative } from 'node:path';
import { presentItems } from '@sluice/base';
import { isHookEvent, isToolEvent, type ListedHook } from '@sluice/hooks';
import { sanitize } from '@sluice/core';
import type { Palette } from '@sluice/base';

/** Maximum number of a matcher's names to show. */
const MAX_NAMES = 8;

/** Lists the hooks for the user: one line each, with details below it. */
export function listText(hooks: readonly ListedHook[], cwd: string, palette: Palette): string {
  if (hooks.length === 0) return 'no hooks\n';
  const width = Math.max(...hooks.map(({ event }) => event.length));
  const lines = hooks.flatMap((hook) => {
    const { event, whyNot, hook: name } = hook;
    const mark = whyNot === undefined ? palette('good', '✓') : palette('refused', '–');
    const facts = factsOf(hook, cwd).map((fact) => `    ${palette('quiet', sanitize(fact))}`);
    const why =
      whyNot === undefined ? [] : [`    ${palette('refused', sanitize(`does not run: ${whyNot}`))}`];
    return [`${mark} ${event.padEnd(width)}  ${sanitize(name)}`, ...why, ...facts];
  });
  const exclusive = hooks.filter(({ makesExclusive }) => makesExclusive).length;
  if (exclusive > 0) lines.push('', ...advice(exclusive));
  return lines.map((line) => `${line}\n`).join('');
}

function factsOf(hook: ListedHook, cwd: string): readonly string[] {
  const { source, matcher, condition, takes, type, timeoutMs, isAsync, wakes, isOnce } = hook;
  const traits = presentItems([
    type,
    timeoutMs === undefined ? undefined : `at most ${timeoutMs / 1000} s`,
    hook.firedBy === 'prompt' ? 'only for prompts (sluice -p)' : undefined,
    hook.firedBy === 'terminal' ? 'only in the terminal' : undefined,
    isAsync ? 'in the background' : undefined,
    wakes ? 'may wake the model' : undefined,
    isOnce ? 'once' : undefined,
    hook.effects === 'none' ? 'changes nothing' : undefined,
    hook.makesExclusive ? 'calls with effects run alone' : undefined,
  ]);
  const pattern = matcher === undefined || matcher === '' ? 'no matcher' : `matcher ${matcher}`;
  const isByPath = hook.event === 'FileChanged' && takes === undefined;
  const idle = isByPath ? `${pattern}: matches paths that hooks return as "watchPaths"` : pattern;
  const taken = takes === undefined ? idle : `${pattern}: ${namesOf(takes, hook)}`;
  const only = condition === undefined ? '' : `, if ${condition}`;
  return [`${placeOf(hook, cwd)} (${source})`, `${taken}${only}`, traits.join(', ')];
}

function placeOf({ file, line }: ListedHook, cwd: string): string {
  if (file === undefined) return 'command line';
  const inside = relative(cwd, file);
  const path = inside.startsWith('..') ? file : inside;
  return line === undefined ? path : `${path}:${line}`;
}

function namesOf(names: readonly string[], { event }: ListedHook): string {
  if (names.length === 0)
    return isHookEvent(event) && isToolEvent(event) ? 'matches no available tool' : 'matches nothing';
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `matches ${names.slice(0, MAX_NAMES).join(', ')}${more}`;
}

function advice(count: number): readonly string[] {
  const these = count === 1 ? '1 hook after calls' : `${count} hooks after calls`;
  return [
    `${these} may change what other calls see, so calls with effects run one at a time.`,
    'If a hook changes nothing, say so next to its "command": "effects": "none".',
  ];
}
