/** Reads the parsed events of one API's stream in order and drives the assembler. */
export interface EventReader {
  /** `name` is from the `event:` field; `line` is the event's first line, for problems. */
  accept(event: object, name: string | undefined, line: number): void;
  /**
   * An event was lost: opens what has begun but is not open in the assembler yet, so that it is rejected too.
   */
  beforeLoss(): void;
  /** The end marker of some servers: `data: [DONE]`. */
  done(line: number): void;
  /** The input has ended. `line` is the line of an incomplete event, if any. */
  end(line: number | undefined, isCut: boolean): void;
}
