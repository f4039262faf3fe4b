/** The value of a top-level key of the frontmatter. */
export interface FrontmatterField {
  /** Plain data: text, numbers, booleans, null, arrays, and objects. */
  readonly value: unknown;
  /** 1-based, in the file. */
  readonly line: number;
}
