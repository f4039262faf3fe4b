export { codeDirectory } from './code-directory.ts';
export { DisposalStack } from './disposal-stack.ts';
export { MAX_TIMER_MS } from './max-timer.ts';
export { mediaExtension } from './media-extension.ts';
export { nearName } from './near-name.ts';
export { nearNames } from './near-names.ts';
export { isOfAgentSdk } from './is-of-agent-sdk.ts';
export { isLoopback } from './is-loopback.ts';
export { nearestName } from './nearest-name.ts';
export { editDistance } from './edit-distance.ts';
export { errorCode } from './error-code.ts';
export { asError, errorText } from './error-text.ts';
export type { ProcessIdentity } from './lock/process-identity.ts';
export { currentProcess, isRunning } from './lock/process-identity.ts';
export type { LockAttempt, LockHolder } from './lock/take-lock.ts';
export { lockHolder, takeLock } from './lock/take-lock.ts';
export type { Locked } from './lock/with-lock.ts';
export { withLock } from './lock/with-lock.ts';
export type { Check, Finding } from './options/check.ts';
export {
  aFunction,
  anything,
  anyText,
  either,
  having,
  isTrueOrFalse,
  listOf,
  number,
  oneOfWords,
  optional,
  text,
  wrongType,
} from './options/check.ts';
export { checkFields } from './options/check-fields.ts';
export { optionError, refuseOptions } from './options/option-error.ts';
export { orList } from './or-list.ts';
export { parsePositive } from './parse-positive.ts';
export { isOtherThanDirectory, realDirectory } from './real-directory.ts';
export type { PluginDirectories } from './plugin-directories.ts';
export { fillPluginDirectories, pluginVariables } from './plugin-directories.ts';
export { present } from './present.ts';
export { presentItems } from './present-items.ts';
export { writePrivateFile, writePrivateFileSync } from './private-file.ts';
export { shellWord } from './shell-word.ts';
export { Turns } from './turns.ts';
export { countText, sizeText } from './terminal/amounts.ts';
export { cellWidth, fitText } from './terminal/fit-text.ts';
export { hasSingleCells } from './terminal/single-cells.ts';
export type { Palette, Tone } from './terminal/palette.ts';
export { createPalette, wantsColor } from './terminal/palette.ts';
export type { Sink } from './terminal/sink.ts';
export { createSink } from './terminal/sink.ts';
