/** A variable whose value could not be used. */
export interface VariableWarning {
  readonly variable: string;
  /** For a person: one sentence, which names the variable and what holds instead. */
  readonly text: string;
}
