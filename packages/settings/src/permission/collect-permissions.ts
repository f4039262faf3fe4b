import { PERMISSION_MODE_TABLE, type PermissionRule, type WorkingDirectory } from '@sluice/core';
import { limitProblems } from '../limit-problems.ts';
import type { SettingsFiles } from '../place/settings-files.ts';
import type { SettingsOptions } from '../place/options.ts';
import type { SettingsFile } from '../read/settings-file.ts';
import type { SettingsProblem } from '../problem.ts';
import type { ReadLayer } from '../read/read-layer.ts';
import { checkValues } from '../schema/check-values.ts';
import { checkKeys } from '../schema/check-keys.ts';
import { readCommandLine } from './read-command-line.ts';
import { readDirectories } from './read-directories.ts';
import { readMode, type RequestedMode } from './read-mode.ts';
import { readRules } from './read-rules.ts';
import { readSwitches, type LayerSwitches, type Switches } from './read-switches.ts';
import { describeWithheld, type Withheld } from './withheld.ts';

/** The permission settings. */
export interface Permissions extends Switches {
  /** Deny what would otherwise ask. */
  readonly deniesInsteadOfPrompting: boolean;
  /** The effective rules, in the order of their sources. */
  readonly rules: readonly PermissionRule[];
  readonly directories: readonly WorkingDirectory[];
  /** The requested modes, highest precedence first. */
  readonly modes: readonly RequestedMode[];
  readonly withheld: Withheld | undefined;
  readonly problems: readonly SettingsProblem[];
}

export function collectPermissions(
  layers: readonly ReadLayer[],
  plan: SettingsFiles,
  options: SettingsOptions,
  isTrusted: (file: SettingsFile) => boolean,
): Permissions {
  const { home } = options;
  const given = readCommandLine(options.commandLine ?? {}, plan.cwd, home);
  const parts = layers.map((layer) => partOf(layer, home));
  const counts = (part: LayerPart): boolean => !grants(part) || isTrusted(part.layer.origin);
  const split = parts.map((part) => (counts(part) ? { granted: part, withheld: NOTHING } : divide(part)));
  const granted = split.map((each) => each.granted);
  const withheld = split.map((each) => each.withheld);
  // Sources descend through the layers, and flags are above the files of their source.
  const firstBelow = parts.findIndex(({ layer }) => layer.source !== 'managed');
  const flagsAt = firstBelow === -1 ? parts.length : firstBelow;
  const inOrder = <Item>(pick: (part: Grants) => readonly Item[]): Item[] =>
    [...granted.slice(0, flagsAt), toGrants(given), ...granted.slice(flagsAt)].flatMap(pick);
  return {
    rules: inOrder((part) => part.rules),
    directories: inOrder((part) => part.directories),
    modes: inOrder((part) => part.modes),
    withheld: describeWithheld(plan.trustRoot, {
      rules: withheld.flatMap((part) => part.rules),
      directories: withheld.flatMap((part) => part.directories),
      modes: withheld.flatMap((part) => part.modes),
    }),
    isBypassDisabled: parts.some(({ switches }) => switches.isBypassDisabled),
    isAutoDisabled: parts.some(({ switches }) => switches.isAutoDisabled),
    isManagedOnly: parts.some(({ switches }) => switches.isManagedOnly),
    deniesInsteadOfPrompting:
      parts.find(({ layer, switches: { deniesInsteadOfPrompting: denies } }) =>
        denies === false ? isTrusted(layer.origin) : denies,
      )?.switches.deniesInsteadOfPrompting ?? false,
    problems: [...given.problems, ...parts.flatMap((part) => part.problems)],
  };
}

interface Grants {
  readonly rules: readonly PermissionRule[];
  readonly directories: readonly WorkingDirectory[];
  readonly modes: readonly RequestedMode[];
}

interface LayerPart extends Grants {
  readonly layer: ReadLayer;
  readonly switches: LayerSwitches;
  readonly problems: readonly SettingsProblem[];
}

const NOTHING: Grants = { rules: [], directories: [], modes: [] };

function partOf(layer: ReadLayer, home: string | undefined): LayerPart {
  const { rules, problems } = readRules(layer);
  const { directories, problems: missing } = readDirectories(layer, home);
  const { requested, problems: wrongMode } = readMode(layer);
  const { switches, problems: wrongSwitches } = readSwitches(layer);
  return {
    layer,
    switches,
    ...toGrants({ rules, directories, requested }),
    problems: limitProblems([
      ...checkKeys(layer),
      ...checkValues(layer),
      ...problems,
      ...missing,
      ...wrongMode,
      ...wrongSwitches,
    ]),
  };
}

function toGrants(parts: Omit<Grants, 'modes'> & { readonly requested: RequestedMode | undefined }): Grants {
  const { rules, directories, requested } = parts;
  return { rules, directories, modes: requested === undefined ? [] : [requested] };
}

/** Looser modes run more without asking: a repository may request one only if it is trusted. */
function isLooser({ mode }: RequestedMode): boolean {
  return PERMISSION_MODE_TABLE[mode].looseness > PERMISSION_MODE_TABLE.default.looseness;
}

function grants(part: Grants): boolean {
  return (
    part.directories.length > 0 ||
    part.modes.some(isLooser) ||
    part.rules.some(({ behavior }) => behavior === 'allow')
  );
}

function divide(part: Grants): { readonly granted: Grants; readonly withheld: Grants } {
  const { rules, directories, modes } = part;
  return {
    granted: {
      rules: rules.filter(({ behavior }) => behavior !== 'allow'),
      directories: [],
      modes: modes.filter((requested) => !isLooser(requested)),
    },
    withheld: {
      rules: rules.filter(({ behavior }) => behavior === 'allow'),
      directories,
      modes: modes.filter(isLooser),
    },
  };
}
