import { countText, sizeText } from '@sluice/base';
import { getOwn, isJsonObject, type RunEvent } from '@sluice/core';

type ToolResult = Extract<RunEvent, { type: 'tool-result' }>;

/** The output itself, without what is added for the model. Undefined: the result is of another kind. */
export function outputOf({ clientView: view }: ToolResult): string | undefined {
  if (!isJsonObject(view) || getOwn(view, 'isImage') === true) return undefined;
  const stdout = getOwn(view, 'stdout');
  return typeof stdout === 'string' ? stdout : undefined;
}

/** Where a long output is. */
export function outputPathOf({ clientView: view }: ToolResult): string | undefined {
  const path = isJsonObject(view) ? getOwn(view, 'rawOutputPath') : undefined;
  return typeof path === 'string' ? path : undefined;
}

/** How much there is of it, such as `3 files`, by the form of the tool's own view: for a model, its bytes would count. */
export function amountOf({ clientView: view, record, outcome }: ToolResult): string {
  const size = sizeText(record.resultChars);
  if (!isJsonObject(view)) return size;
  const bytes = getOwn(view, 'persistedOutputSize');
  if (typeof bytes === 'number') return sizeText(bytes);
  const isSilent = ['stdout', 'stderr'].every((name) => getOwn(view, name) === '');
  if (isSilent && outcome.code === 'ok') return 'no output';
  const file = getOwn(view, 'file');
  const counts = [
    [isJsonObject(file) ? getOwn(file, 'numLines') : undefined, 'line'],
    [getOwn(view, 'numLines'), 'line'],
    [getOwn(view, 'numMatches'), 'match'],
    [getOwn(view, 'numFiles'), 'file'],
  ] as const;
  const [count, what] = counts.find(([number]) => typeof number === 'number') ?? [];
  if (typeof count !== 'number' || what === undefined) return size;
  return what === 'match' ? `${count} ${count === 1 ? 'match' : 'matches'}` : countText(count, what);
}

/** The time and the size of a result, the best form first: in columns, without padding, the size alone. */
export function costTexts(time: string, size: string): readonly string[] {
  if (time === '') return [size];
  // A size that is a sentence of its own has no column.
  const apart = size.length > 9 ? '  ' : ' ';
  return [`${time.padStart(8)}${apart}${size.padStart(9)}`, `${time}${apart}${size}`.trimEnd(), size || time];
}
