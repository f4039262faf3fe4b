import type { Outcome } from '../data/outcome.ts';

/** Why a schema says nothing about a value. Only the author of the schema can fix it. */
export interface SchemaError {
  /** `broken`: it can't be compiled. `unchecked`: it can't be checked against this value, in finite time or at all. */
  readonly kind: 'broken' | 'unchecked';
  /** One line. */
  readonly reason: string;
}

/** For a model or a person, in sentences. */
export function schemaErrorText(toolName: string, { kind, reason }: SchemaError): string {
  return kind === 'broken'
    ? `The tool ${toolName} can't be used: its own schema is broken (${reason}). Other tools still work.`
    : `The call did not run: this input can't be checked against the schema of ${toolName} (${reason}). The problem is in the schema, not the input. Other input may work, and other tools still do.`;
}

/** Of a call that could not be checked. */
export function schemaErrorOutcome(
  toolName: string,
  error: SchemaError,
): Extract<Outcome, { readonly code: 'tool-error' }> {
  return {
    code: 'tool-error',
    errorCode: `schema-${error.kind}`,
    message: schemaErrorText(toolName, error),
  };
}
