import type { Argument } from './argument.ts';
import { bareName } from './bare-name.ts';
import { changeEdits } from './exact-touches/changes.ts';
import { touchesOfDd } from './exact-touches/dd.ts';
import type { Edit } from './exact-touches/edit.ts';
import { removalEdits } from './exact-touches/removals.ts';
import { sedInPlace } from './exact-touches/sed-in-place.ts';
import { sortToFile } from './exact-touches/sort-to-file.ts';
import { transferEdits } from './exact-touches/transfers.ts';
import type { ExactTouches, FileTouch } from './file-touch.ts';
import { isNetworkPath } from './is-network-path.ts';
import { knownWord } from './known-word.ts';
import { parseArguments } from './parse-arguments.ts';

const edits: ReadonlyMap<string, Edit> = new Map(
  [...changeEdits, ...removalEdits, ...transferEdits, sedInPlace, sortToFile].map((one) => [
    one.row.name,
    one,
  ]),
);

/**
 * The files touched by a command that changes files. Undefined: it isn't listed, has an option that isn't listed, or
 * touches files that its arguments don't name.
 */
export function exactTouches(argv: readonly Argument[]): ExactTouches | undefined {
  const name = bareName(knownWord(argv[0]));
  if (name === 'dd') return toCommand(touchesOfDd(argv), NO_EDIT);
  const edit = name === undefined ? undefined : edits.get(name);
  if (edit === undefined) return undefined;
  const result = parseArguments(edit.row, argv, 1);
  if (result.status !== 'parsed') return undefined;
  const isShort = result.parsed.given.has('--help') || result.parsed.given.has('--version');
  const form = edit.transfer?.(result.parsed, argv) ?? { ...NO_EDIT, isFileEdit: edit.isFileEdit };
  return toCommand(isShort ? undefined : edit.touches(result.parsed, argv), form);
}

/** Whether a program of this name is there to change files. */
export const changesFiles = (name: string): boolean => edits.has(name);

const NO_EDIT = { isFileEdit: false, transfersLinks: false };

function toCommand(
  touches: readonly FileTouch[] | undefined,
  form: Omit<ExactTouches, 'touches'>,
): ExactTouches | undefined {
  if (touches === undefined || touches.length === 0) return undefined;
  return touches.some((touch) => isNetworkPath(touch.path)) ? undefined : { touches, ...form };
}
