export { parseWords, type ParseWordsOptions } from './parse-words.ts';
export {
  isWordToken,
  type WordComment,
  type WordEntry,
  type WordGlob,
  type WordOperator,
  type WordToken,
} from './entry.ts';
export type { WordEnvironment, WordScalar } from './environment.ts';
export { BadSubstitution } from './bad-substitution.ts';
