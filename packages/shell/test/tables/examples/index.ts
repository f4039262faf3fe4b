import { everydayReadOnly, everydayRefused, unknownPrograms } from './everyday.ts';

export const readOnlyExamples: readonly string[] = [...everydayReadOnly];
export const refusedExamples: readonly string[] = [...everydayRefused];
export const unknownExamples: readonly string[] = unknownPrograms;
