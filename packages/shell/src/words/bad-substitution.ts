/** A `${…}` that is empty, has no end in its word, or crosses the quotes around it. */
export class BadSubstitution extends Error {
  readonly code = 'bad-substitution';
  /** The part of the line that can't be read. */
  readonly text: string;

  constructor(text: string) {
    super(`Bad substitution: ${text}`);
    this.name = 'BadSubstitution';
    this.text = text;
  }
}
