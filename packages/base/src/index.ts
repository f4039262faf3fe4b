export { codeDirectory } from './code-directory.ts';
export { DisposalStack } from './disposal-stack.ts';
export { nearestName } from './nearest-name.ts';
export { orList } from './or-list.ts';
export { parsePositive } from './parse-positive.ts';
export { isOtherThanDirectory, realDirectory } from './real-directory.ts';
export { shellWord } from './shell-word.ts';
