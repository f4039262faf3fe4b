import { valueText, type JudgedPart } from '@sluice/settings';
import { cellWidth, presentItems, type Palette } from '@sluice/base';
import { sanitize } from '@sluice/core';
import { placeText } from '../../place-text.ts';
import { AT_START } from './show-settings.ts';
import type { ShownSetting } from './shown-setting.ts';

const WIDEST = 44;
const STAR = '*';

/** One line per key and, on request, one below it for each place that sets it. */
export function showText(settings: readonly ShownSetting[], hasOrigins: boolean, palette: Palette): string {
  if (settings.length === 0) return 'no file sets anything\n';
  const widest = settings.reduce((max, { key }) => Math.max(max, Math.min(cellWidth(key), WIDEST)), 0);
  const lines = settings.flatMap((each) => [
    keyLine(each, widest, hasOrigins, palette),
    ...(hasOrigins ? each.parts.map((part) => partLine(part, palette)) : []),
  ]);
  const isMarked = settings.some(({ note }) => note === AT_START);
  return [...lines, ...(isMarked ? [palette('quiet', `${STAR} ${AT_START}`)] : [])]
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function keyLine(each: ShownSetting, widest: number, hasOrigins: boolean, palette: Palette): string {
  const { key, value, isDefault, parts, note } = each;
  const marks = presentItems([
    isDefault ? 'default' : undefined,
    note === AT_START ? undefined : note,
    ...(hasOrigins ? [] : ignoredMark(parts)),
  ]);
  const name = sanitize(key);
  const shown = value === undefined ? '-' : sanitize(valueText(value));
  const star = note === AT_START ? palette('quiet', ` ${STAR}`) : '';
  const mark = marks.length === 0 ? '' : palette('quiet', `  (${sanitize(marks.join('; '))})`);
  return `${name}${' '.repeat(Math.max(0, widest - cellWidth(name)))}  ${shown}${star}${mark}`;
}

/** Explains why nothing, or only a part, has effect: the reasons of all parts, each once. */
function ignoredMark(parts: readonly JudgedPart[]): readonly string[] {
  const ignored = parts.filter(({ status }) => status === 'ignored');
  if (ignored.length === 0) return [];
  const reasons = new Set(ignored.map(({ reason }) => reason ?? ''));
  const [first = ''] = reasons;
  const share = ignored.length === parts.length ? '' : `${ignored.length} of ${parts.length} `;
  const more = reasons.size === 1 ? '' : ', and for other reasons';
  return [`${share}not used: ${first.replace(/\.$/, '')}${more}`];
}

function partLine(part: JudgedPart, palette: Palette): string {
  const { source, steps, given, status, reason } = part;
  const field = steps.filter((step) => typeof step === 'string').join('.');
  const shown = `${field === '' ? '' : `${field}: `}${valueText(given, 100)}`;
  const marks = {
    counts: reason === undefined ? '' : `  ${reason}`,
    overridden: '  overridden',
    ignored: `  not used: ${reason ?? ''}`,
  };
  return `    ${source.padEnd(7)}  ${sanitize(placeText(placeOf(part)))}  ${sanitize(shown)}${palette('quiet', sanitize(marks[status]))}`;
}

function placeOf({ file, line }: JudgedPart): { readonly file?: string; readonly line?: number } {
  return { file, line };
}
