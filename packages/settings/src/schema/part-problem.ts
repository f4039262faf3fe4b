import { fitsShape } from './fits-shape.ts';
import type { SettingKey } from './setting-key.ts';
import { shapeText } from './shape-text.ts';
import type { ValuePart } from './split-value.ts';
import { valueText } from './value-text.ts';

/** What is wrong with a part of a value, and what applies instead; undefined if nothing is. */
export function partProblem(
  row: SettingKey,
  part: ValuePart,
  instead = insteadText(row, part.steps.length > 0),
): string | undefined {
  const { steps, value, shape } = part;
  const [name] = steps;
  const path = `"${[row.key, ...steps.map(stepText)].join('.')}"`;
  if (row.shape.kind === 'map' && typeof name === 'string' && !row.shape.isName(name)) {
    return `${path} is left out: ${JSON.stringify(name.slice(0, 80))} can't be the name of a variable.`;
  }
  if (fitsShape(shape, value)) return undefined;
  const found = `${path} must be ${shapeText(shape)}; got ${valueText(value, 80)}`;
  if (shape.kind === 'variable' && typeof value === 'string')
    return `${path} is left out: it is too long for a variable, or holds a NUL.`;
  return `${found}. ${instead}`;
}

function insteadText({ wrong, default: usual }: SettingKey, isEntry: boolean): string {
  if (isEntry && Array.isArray(wrong)) return 'This one allows nothing; the others apply.';
  if (isEntry) return 'This one is ignored; the others apply.';
  if (wrong !== undefined) return `Until this is fixed, it is treated as ${JSON.stringify(wrong)}.`;
  if (usual === undefined) return 'Until this is fixed, it is ignored.';
  return `Until this is fixed, it is ignored; unless another file sets it, the default ${JSON.stringify(usual)} is used.`;
}

function stepText(step: string | number): string {
  return typeof step === 'number' ? String(step + 1) : step.slice(0, 80);
}
