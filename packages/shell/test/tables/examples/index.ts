import { everydayReadOnly } from './everyday.ts';
import { everydayRefused, unknownPrograms } from './everyday-refused.ts';
import { gitReadOnly, gitRefused } from './git.ts';
import { partialReadOnly, partialRefused } from './partial.ts';
import { toolsReadOnly, toolsRefused } from './tools.ts';

export const readOnlyExamples: readonly string[] = [
  ...everydayReadOnly,
  ...gitReadOnly,
  ...partialReadOnly,
  ...toolsReadOnly,
];
export const refusedExamples: readonly string[] = [
  ...everydayRefused,
  ...gitRefused,
  ...partialRefused,
  ...toolsRefused,
];
export const unknownExamples: readonly string[] = unknownPrograms;
