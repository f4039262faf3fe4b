/** The value of a top-level key of the frontmatter. */
export interface FrontmatterField {
  /** Plain data: text, numbers, booleans, null, arrays, and objects. */
  readonly value: unknown;
  /** By key, the plain values of a map as they are written, so that `1.0` stays `1.0`. Undefined: it is not a map. */
  readonly written?: ReadonlyMap<string, string> | undefined;
  /** 1-based, in the file. */
  readonly line: number;
}
