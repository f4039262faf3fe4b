/** A read-only file that exists only inside the sandbox. */
export interface InnerFile {
  readonly path: string;
  readonly text: string;
}
