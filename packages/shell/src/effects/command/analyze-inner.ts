import type { AnalyzedCommand } from '../analysis.ts';
import { decodedText } from '../item/command-text.ts';
import { addDenyTexts } from '../item/deny-texts.ts';
import { walkStartedScript } from './with-given-names.ts';
import { inSubshell } from '../state/state.ts';
import type { GivenText } from '../state/state.ts';
import { placesOfRunning } from '../running/places-of-running.ts';
import type { Running } from '../running/running.ts';
import { mayDescend, type Shell } from '../state/walk.ts';
import type { Call } from './call.ts';

/** Adds a command, and before it those that it runs, to what was found. */
export type Analyze = (shell: Shell, call: Call) => AnalyzedCommand;

export interface InnerOutcome {
  readonly isKnown: boolean;
  readonly isReadOnly: boolean;
  readonly why: string;
  readonly allow: string | undefined;
}

/**
 * Analyzes the commands that a command runs.
 * @param deny takes the texts by which rules that deny know them
 * @param analyze analyzes one of them
 */
export function analyzeInner(
  shell: Shell,
  call: Call,
  running: Running,
  deny: Set<string>,
  analyze: Analyze,
): InnerOutcome {
  const { walk } = shell;
  const from = walk.commands.length;
  const via = [...shell.via, running.name];
  const places = placesOfRunning(running, call.state);
  const input = inputOf(running, call);
  let isKnown = true;
  let allow: string | undefined;
  for (const inner of running.inner) {
    if (walk.opaque !== undefined) break;
    if (inner.kind === 'itself') {
      addDenyTexts(deny, inner.items, '');
    } else if (inner.kind === 'script') {
      isKnown &&= inner.isKnown;
      // A shell that reads its script from its input has read it all.
      walkStartedScript(shell, inner, call.span, via, {
        places,
        input: inner.text === input?.text ? undefined : input,
        guesses: call.state.guesses,
        defined: running.name === 'trap' ? call.state.defined : undefined,
      });
    } else if (mayDescend(shell, decodedText(inner.items).length, call.span.start)) {
      const command = analyze(
        { ...shell, via, span: call.span },
        {
          ...call,
          input,
          variants: [inner.items],
          assignments: [],
          hazard: undefined,
          sets: undefined,
          redirections: { files: [], usesNetwork: false, hazard: undefined, caution: undefined },
          overwritten: { how: 'perhaps', items: [] },
          state: inSubshell({ ...call.state, places }),
          isNested: true,
          isExpanded: false,
          isStartedElsewhere: false,
          addsPrograms: false,
          isStandIn: inner.isStandIn,
          end: undefined,
        },
      );
      for (const text of command.texts.deny) deny.add(text);
      ({ allow } = command.texts);
    }
  }
  const found = walk.commands.slice(from);
  const refused = found.find(({ isReadOnly }) => !isReadOnly);
  return {
    isKnown,
    isReadOnly: isKnown && found.length > 0 && refused === undefined && walk.opaque === undefined,
    why: refused === undefined ? `${running.name} runs other commands` : `${running.name}: ${refused.why}`,
    allow,
  };
}

/** Where removals find the names that are added to a command. */
function inputOf(
  { readsElsewhere, found, takesNames }: Running,
  { input: given }: Call,
): GivenText | undefined {
  if (readsElsewhere === true) return undefined;
  const areWords = given?.ends === undefined ? undefined : takesNames?.(given.ends);
  const input = given === undefined ? undefined : { ...given, areWords };
  if (found === undefined) return input;
  const shared = input ?? { text: '', isKnown: false, isBounded: true };
  return { ...shared, listed: [...(input?.listed ?? []), ...found] };
}
