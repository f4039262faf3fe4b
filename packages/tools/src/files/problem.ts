/** An expected failure for the model: what was wrong, where, how to fix it. Also the failing half of an `InputCheck`. */
export interface Problem {
  readonly ok: false;
  /** Short, kebab-case. */
  readonly code: string;
  readonly message: string;
}

export function problem(code: string, message: string): Problem {
  return { ok: false, code, message };
}
