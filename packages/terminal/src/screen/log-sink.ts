/** Where the log goes: rows are appended, and never touched again. */
export interface LogSink {
  /**
   * Appends whole lines; an open line is ended first.
   * @param keepsWords they are sentences: no word is cut where a row ends. Default false
   */
  line(text: string, keepsWords?: boolean): void;
  /** Continues the open line. The text has no line feeds. */
  text(text: string, keepsWords?: boolean): void;
  /** Ends the open line; without one an empty line. */
  endLine(): void;
  /** The line that is appended before anything else is; until then it may still be replaced. */
  readonly provisional?: string | undefined;
  /** Sets that line. Undefined: the one that is there is appended now. A log without this method only appends. */
  setProvisional?(text: string | undefined): void;
  /** What is shown beside the log has changed. */
  refresh(isUrgent?: boolean): void;
  /** Moves what is on the screen into the scrollback. A log without this method has no screen. */
  clear?(): void;
  /** Too much of the log waits for the terminal: anyone who produces it should wait for `room`. */
  readonly isFull: boolean;
  room(): Promise<void>;
}
