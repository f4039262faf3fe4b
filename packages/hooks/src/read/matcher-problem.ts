import { basename } from 'node:path';
import { nearName } from '@sluice/base';
import { OWN_TOOLS } from '@sluice/core';
import { eventTerms, isToolEvent, matchedValues, type HookEvent } from '../events/event-lookup.ts';
import { matcherTakes, type Matcher } from './matcher.ts';
import { ABSENT_TOOLS } from './tool-names.ts';

/** Why a matcher can't match anything, or not what it seems to; undefined: no known problem. */
export function matcherProblem(
  event: HookEvent,
  text: string,
  matcher: Matcher,
  knownTools: readonly string[],
): string | undefined {
  if (isToolEvent(event)) return toolProblem(text, matcher, knownTools);
  const { matches, unused = [] } = eventTerms(event);
  const values = matchedValues(event);
  const shown = JSON.stringify(text.slice(0, 200));
  if (matches === undefined) {
    return matcher.kind === 'all'
      ? undefined
      : `The matcher ${shown} has no effect, because ${event} has nothing to match: remove it.`;
  }
  if (matcher.kind === 'wrong') return unreadable(shown, matcher.problem);
  if (event === 'FileChanged') return pathProblem(shown, text);
  if (values === undefined) return undefined;
  const taken = values.filter((value) => matcherTakes(matcher, value));
  if (taken.some((value) => !unused.includes(value))) return strayProblem(event, shown, matcher, values);
  const used = values.filter((value) => !unused.includes(value));
  return taken.length === 0
    ? `The matcher ${shown} matches no "${matches}" that ${event} can have, so these hooks never run: use ${values.join(', ')}.`
    : `The matcher ${shown} matches only values of "${matches}" that Sluice doesn't use yet, so these hooks don't run: use ${used.join(', ')}.`;
}

/** Next to valid values, there is a misspelled one that never occurs. */
function strayProblem(
  event: HookEvent,
  shown: string,
  matcher: Matcher,
  values: readonly string[],
): string | undefined {
  if (matcher.kind !== 'names') return undefined;
  const strays = matcher.names.filter((name) => !values.includes(name)).slice(0, 5);
  if (strays.length === 0) return undefined;
  const told = strays.map((name) => {
    const near = nearName(name, values);
    const text = JSON.stringify(name.slice(0, 80));
    return near === undefined ? text : `${text} (did you mean "${near}"?)`;
  });
  return `The matcher ${shown} doesn't match everything it seems to: ${event} has no ${told.join(' and no ')}. It has ${values.join(', ')}.`;
}

function pathProblem(shown: string, text: string): string | undefined {
  const path = text.split('|').find((name) => name.includes('/'));
  if (path === undefined) return undefined;
  return `The matcher ${shown} names ${JSON.stringify(path.slice(0, 200))}, but FileChanged compares only file names, so nothing is watched there. Write ${JSON.stringify(basename(path).slice(0, 200))}, and return the full path as "watchPaths" from a SessionStart hook.`;
}

function unreadable(shown: string, problem: string): string {
  return `The matcher ${shown} is not a valid regular expression (${problem}), so these hooks never run: fix it.`;
}

function toolProblem(text: string, matcher: Matcher, knownTools: readonly string[]): string | undefined {
  const known = new Set([...OWN_TOOLS, ...ABSENT_TOOLS.keys(), ...knownTools]);
  const shown = JSON.stringify(text.slice(0, 200));
  switch (matcher.kind) {
    case 'all':
      return undefined;
    case 'wrong':
      return unreadable(shown, matcher.problem);
    case 'pattern': {
      const { pattern } = matcher;
      pattern.lookAt([...known]);
      if (pattern.isSlow()) {
        return `The matcher ${shown} takes too long to evaluate, so these hooks run for every tool: write it without nested repetition.`;
      }
      // Tools of servers aren't known until the servers are connected.
      if (text.includes('__') || [...known].some((name) => pattern.test(name))) return undefined;
      return `The matcher ${shown} is read as a regular expression, and no known tool has a matching name: write tool names, as in "Edit|Write".`;
    }
    case 'names': {
      const problems = matcher.names.flatMap((name) => nameProblem(name, known) ?? []);
      if (matcher.names.length === 0) problems.push('it names no tool');
      return problems.length === 0
        ? absentProblem(shown, matcher.names, knownTools)
        : `The matcher ${shown} doesn't match what it seems to: ${sentence(problems.slice(0, 5).join('; '))}`;
    }
    default:
      return matcher satisfies never;
  }
}

/** Some names in a list may be meant for another program; a list of only such names never matches. */
function absentProblem(
  shown: string,
  names: readonly string[],
  knownTools: readonly string[],
): string | undefined {
  if (!names.every((name) => ABSENT_TOOLS.has(name) && !knownTools.includes(name))) return undefined;
  const heirs = names.flatMap((name) => {
    const heir = ABSENT_TOOLS.get(name);
    return heir === undefined ? [] : [`${heir} replaces ${name}`];
  });
  const hint = heirs.length === 0 ? '' : `: ${heirs.slice(0, 5).join('; ')}`;
  return `The matcher ${shown} matches no tool that Sluice has, so these hooks never run${hint}.`;
}

/** Adds a period, unless it already ends like a sentence. */
function sentence(text: string): string {
  return text.endsWith('?') ? text : `${text}.`;
}

function nameProblem(name: string, known: ReadonlySet<string>): string | undefined {
  if (known.has(name)) return undefined;
  if (name.startsWith('mcp__')) {
    const isServer = !name.slice('mcp__'.length).includes('__');
    return isServer
      ? `no tool is named just ${name}; for all tools of that server write ${name}__.*`
      : undefined;
  }
  const near = nearName(name, [...known]);
  return near === undefined
    ? `no tool is named ${name}`
    : `no tool is named ${name}, and names are case-sensitive; did you mean ${near}?`;
}
