import type { SettingsPlace } from '@sluice/settings';
import { parseCommandLine } from '../../parse-command-line.ts';
import { COMMON_OPTIONS, EXPECTED, placeOf } from '../../settings-place.ts';

type ReadDirectory =
  | { readonly ok: true; readonly place: SettingsPlace; readonly isJson: boolean }
  | { readonly ok: false; readonly message: string };

/** Reads the arguments of `sluice rules trust` and `untrust`: a directory, as the argument or with `--cwd`, and `--json`. */
export function readDirectory(args: readonly string[]): ReadDirectory {
  const line = parseCommandLine(args, COMMON_OPTIONS, EXPECTED);
  if (!line.ok) return line;
  const { values, positionals } = line.parsed;
  const [directory, ...rest] = positionals;
  if (directory !== undefined && values.cwd !== undefined)
    return { ok: false, message: 'pass the directory once: as the argument, or with --cwd' };
  if (rest.length > 0) return { ok: false, message: 'pass one directory, or none for the current one' };
  const placed = directory === undefined ? placeOf(values.cwd) : placeOf(directory, '');
  return placed.ok ? { ...placed, isJson: values.json === true } : placed;
}
