/** What stands below the log: rows of at most `columns - 2` cells, and where the cursor is in them. */
export interface Footer {
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

export const NO_FOOTER: Footer = { rows: [], cursor: { row: 0, column: 0 } };
