import {
  aFunction,
  anyText,
  anything,
  checkFields,
  either,
  isTrueOrFalse,
  listOf,
  oneOfWords,
  refuseOptions,
  text,
  type Check,
} from '@sluice/base';
import type { ToolSchema } from './schema.ts';
import type { ToolDefinition } from './tool-definition.ts';

const method = aFunction('a function');
const flagOrFunction = either('true, false or a function of the input', isTrueOrFalse, aFunction(''));
const words = listOf('a list of names', text('a name'));

const FIELDS = {
  name: text('a name'),
  aliases: words,
  restrictedAs: words,
  replacesBuiltIn: isTrueOrFalse,
  description: either('a text or a function', anyText, aFunction('')),
  searchHint: anything,
  isDeferred: isTrueOrFalse,
  inputSchema: anything,
  outputSchema: anything,
  load: method,
  isEnabled: method,
  isConcurrencySafe: flagOrFunction,
  claims: method,
  isReadOnly: flagOrFunction,
  isDestructive: flagOrFunction,
  isHighRisk: method,
  isIdempotent: flagOrFunction,
  onError: method,
  interruptBehavior: either(
    '"block", "cancel" or a function of the input',
    oneOfWords('block', 'cancel'),
    aFunction(''),
  ),
  changesContext: flagOrFunction,
  maxResultSizeChars: anything,
  resultLimit: anything,
  largeResultChars: anything,
  checksImages: isTrueOrFalse,
  resultPreview: oneOfWords('head', 'head-and-tail'),
  timeoutMs: method,
  target: method,
  validateInput: method,
  actions: method,
  requiresUserInteraction: isTrueOrFalse,
  interaction: oneOfWords('questions', 'plan'),
  staysInSession: isTrueOrFalse,
  checkPermissions: method,
  definition: anything,
  permissionMatcher: method,
  decidedOn: method,
  decidedPlaces: method,
  preview: method,
  editable: text('the name of a field'),
  suggestRules: method,
  classifierView: method,
  call: method,
  toModel: method,
  shorten: method,
  toClient: method,
  toClientAsUnchanged: method,
  toHook: method,
  readReplacement: method,
  isShownElsewhere: isTrueOrFalse,
  displayName: method,
  summarize: method,
  render: method,
  annotations: anything,
} satisfies Readonly<Record<keyof ToolDefinition<ToolSchema, unknown>, Check>>;

/** @throws TypeError or RangeError for a field that no tool has, or a value that it can't have */
export function checkDefinition(definition: object, name: string): void {
  const wrong = checkFields(definition, FIELDS, 'an object: { name, description, inputSchema, call }');
  refuseOptions(wrong, `The tool ${name}`);
}
