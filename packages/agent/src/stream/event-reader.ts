/** Reads the parsed events of one API's stream, one after the other, and drives the assembler with them. */
export interface EventReader {
  /** `name` is the event's own, from its `event:` field; `line` its first line, for problems. */
  accept(event: object, name: string | undefined, line: number): void;
  /** An event is lost: what has begun and is not open yet in the assembler is opened, so that it is refused too. */
  beforeLoss(): void;
  /** The mark with which some servers end a stream: `data: [DONE]`. */
  done(line: number): void;
  /** The bytes have ended. `line` is that of an event that was cut off, if there was one. */
  end(line: number | undefined, isCut: boolean): void;
}
