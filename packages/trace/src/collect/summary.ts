import { getOwn, isJsonObject } from '@sluice/core';

/** Fields that say in one line what a call is about, the most telling first. */
const TELLING = [
  'command',
  'file_path',
  'notebook_path',
  // What is searched for tells more than where.
  'pattern',
  'path',
  'url',
  'query',
  'description',
  'prompt',
  'name',
];

/** The input of a call in one line: its most telling field, else its JSON text. */
export function inputSummary(input: unknown): string {
  if (!isJsonObject(input)) return '';
  for (const key of TELLING) {
    const value = getOwn(input, key);
    if (typeof value === 'string' && value !== '') return value;
  }
  const texts = Object.values(input).filter((value) => typeof value === 'string' && value !== '');
  const [first] = texts;
  if (typeof first === 'string') return first;
  return Object.keys(input).length === 0 ? '' : JSON.stringify(input);
}
