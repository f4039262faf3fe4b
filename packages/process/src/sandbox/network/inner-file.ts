/** A file that is there inside, read-only, and nowhere else. */
export interface InnerFile {
  readonly path: string;
  readonly text: string;
}
