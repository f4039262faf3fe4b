import { everydayReadOnly, everydayRefused, unknownPrograms } from './everyday.ts';
import { gitReadOnly, gitRefused } from './git.ts';

export const readOnlyExamples: readonly string[] = [...everydayReadOnly, ...gitReadOnly];
export const refusedExamples: readonly string[] = [...everydayRefused, ...gitRefused];
export const unknownExamples: readonly string[] = unknownPrograms;
