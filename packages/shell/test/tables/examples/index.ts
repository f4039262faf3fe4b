import { everydayReadOnly, everydayRefused, unknownPrograms } from './everyday.ts';
import { gitReadOnly, gitRefused } from './git.ts';
import { partialReadOnly, partialRefused } from './partial.ts';

export const readOnlyExamples: readonly string[] = [...everydayReadOnly, ...gitReadOnly, ...partialReadOnly];
export const refusedExamples: readonly string[] = [...everydayRefused, ...gitRefused, ...partialRefused];
export const unknownExamples: readonly string[] = unknownPrograms;
