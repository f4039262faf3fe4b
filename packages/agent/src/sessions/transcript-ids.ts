import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the session's own directory: the transcript may be in a place that is removed after each run. */
const FILE = 'transcript-ids';

/** Remembers that the session has this message of its transcript. Without it, the session is only copied when it is resumed from one. */
export function noteTranscriptIds(directory: string, ids: readonly string[]): void {
  try {
    appendFileSync(join(directory, FILE), ids.map((id) => `${id}\n`).join(''), { mode: 0o600 });
  } catch {
    // A full disk: the journal says so.
  }
}

/** The messages that the session has in common with its transcript, in their order. */
export function transcriptIds(directory: string): readonly string[] {
  try {
    return readFileSync(join(directory, FILE), 'utf8').split('\n').slice(0, -1);
  } catch {
    return [];
  }
}
