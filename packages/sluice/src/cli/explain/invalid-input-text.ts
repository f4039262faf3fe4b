import { issueText, schemaErrorText, type Validation } from '@sluice/core';

/** What is wrong with the input of a call that is only examined, in the words that a model would see. */
export function invalidInputText(
  toolName: string,
  { issues, schemaError }: Extract<Validation, { readonly ok: false }>,
): string {
  if (schemaError !== undefined) return schemaErrorText(toolName, schemaError);
  return `the input is invalid for ${toolName}: ${issues.map((issue) => issueText(issue)).join('; ')}`;
}
