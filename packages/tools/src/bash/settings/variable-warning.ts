/** A variable whose value could not be used. */
export interface VariableWarning {
  readonly variable: string;
  /** One sentence for the user that names the variable and what applies instead. */
  readonly text: string;
}
