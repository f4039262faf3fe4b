import type { Redirection, Spanned } from '../../tree.ts';
import type { AnalyzedCommand, FileEffect } from '../analysis.ts';
import { lookupsFor } from '../state/lookups.ts';
import { overwrittenItems, redirectionEffects } from '../path/redirection-effects.ts';
import { emptiedByRedirections } from './emptied-files.ts';
import { standpointOf } from '../state/standpoint.ts';
import { directoryOf, type State } from '../state/state.ts';
import type { Shell } from '../state/walk.ts';

/** What a compound command does by itself: its test, its redirections, the words that it goes through. */
export interface OwnEffects {
  /** Offsets in the shell's text. */
  readonly span: Spanned;
  readonly argv: AnalyzedCommand['argv'];
  readonly hazard: string | undefined;
  readonly files: readonly FileEffect[];
  readonly redirections: readonly Redirection[];
  readonly why: string;
}

/** Adds it to what was found. */
export function addOwnEffects(shell: Shell, state: State, own: OwnEffects): AnalyzedCommand {
  const { span, hazard } = own;
  const { input } = state;
  const directory = directoryOf(state);
  const targets = own.redirections.map(({ target }) => target);
  const lookups = lookupsFor(shell, state, targets);
  const standpoint = standpointOf(shell, state);
  const effects = redirectionEffects(own.redirections, shell.source, lookups, standpoint);
  const items = overwrittenItems(own.redirections, shell.source, lookups);
  const text = shell.source.slice(span.start, span.end).trim();
  const place = shell.span ?? span;
  const refusal = hazard ?? effects.hazard ?? shell.distrust;
  const command: AnalyzedCommand = {
    source: text,
    start: place.start,
    end: place.end,
    argv: own.argv,
    unwrapped: own.argv,
    texts: {
      exact: own.argv.length === 0 ? '' : text,
      allow: undefined,
      deny: own.argv.length === 0 ? [] : [text],
    },
    isReadOnly: refusal === undefined,
    readsItself: (hazard ?? effects.caution ?? shell.distrust) === undefined,
    why: refusal ?? own.why,
    isFileEdit: false,
    files: [
      ...own.files,
      ...emptiedByRedirections({ how: 'perhaps', items }, { input, evaluated: undefined }, standpoint),
    ],
    redirections: effects.files,
    usesNetwork: effects.usesNetwork,
    cwd: directory,
    places: state.places ?? [],
    via: shell.via,
    isNested: shell.span !== undefined,
    isUncertain: hazard !== undefined,
    isUnknown: hazard !== undefined,
    caution: effects.caution,
  };
  shell.walk.commands.push(command);
  return command;
}
