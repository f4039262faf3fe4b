import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import { errorText } from '@sluice/base';

/** Maximum bytes of a prompt on standard input (behaviour.md 5). */
const MAX_BYTES = 10 * 1024 * 1024;
/** If the prompt is on the command line, a pipe that stays silent this long is considered empty. */
const FIRST_BYTE_MS = 3000;

type ReadPrompt =
  | { readonly ok: true; readonly text: string; readonly warning: string | undefined }
  /** `isMissing`: no prompt at all. */
  | { readonly ok: false; readonly message: string; readonly isMissing?: boolean };

/** The prompt from the command line, followed by standard input. */
export async function readPrompt(given: string | undefined): Promise<ReadPrompt> {
  const read = await readStandardInput(given !== undefined);
  if (!read.ok) return read;
  const { text, warning } = read;
  const parts = [given ?? '', text].map(trimmed).filter((part) => part !== '');
  if (parts.length === 0) {
    const message =
      'no prompt given; pass one as an argument or on standard input: echo "What is in here?" | sluice -p';
    return {
      ok: false,
      message: warning === undefined ? message : `${message} (${warning})`,
      isMissing: true,
    };
  }
  return { ok: true, text: parts.join('\n\n'), warning };
}

/** A blank before a slash stays: what follows is text, not a command. */
function trimmed(part: string): string {
  const text = part.trim();
  return text.startsWith('/') && /^\s/.test(part) ? ` ${text}` : text;
}

async function readStandardInput(hasPrompt: boolean): Promise<ReadPrompt> {
  const kind = kindOfStandardInput();
  if (kind === 'none' || kind === 'terminal') return { ok: true, text: '', warning: undefined };
  if (kind === 'directory') return unreadable('it is a directory');
  const chunks: Buffer[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const { promise: silence, resolve: giveUp } = Promise.withResolvers<'silent'>();
  if (hasPrompt && kind === 'pipe') timer = setTimeout(() => giveUp('silent'), FIRST_BYTE_MS);
  const reading = (async (): Promise<ReadPrompt> => {
    for await (const chunk of process.stdin) {
      clearTimeout(timer);
      chunks.push(Buffer.from(chunk));
      bytes += chunks.at(-1)?.length ?? 0;
      if (bytes > MAX_BYTES) {
        const message = `standard input is longer than ${MAX_BYTES / 1024 / 1024} MiB; put it into a file and mention the file in the prompt`;
        return { ok: false, message };
      }
    }
    return { ok: true, text: decodeUtf8OrLatin1(Buffer.concat(chunks)), warning: undefined };
  })();
  try {
    const first = await Promise.race([reading, silence]);
    if (first !== 'silent') return first;
    reading.catch(() => {});
    const warning = `standard input is open but sent nothing for ${FIRST_BYTE_MS / 1000} s; continuing without it (use < /dev/null to avoid the wait)`;
    return { ok: true, text: '', warning };
  } catch (error) {
    return unreadable(errorText(error));
  } finally {
    clearTimeout(timer);
    // The rest of the input is unused and must not keep the program running.
    process.stdin.destroy();
  }
}

function unreadable(reason: string): ReadPrompt {
  return { ok: true, text: '', warning: `standard input can't be read (${reason}); continuing without it` };
}

function kindOfStandardInput(): 'none' | 'terminal' | 'pipe' | 'file' | 'directory' {
  if (isatty(0)) return 'terminal';
  try {
    const stats = fstatSync(0);
    if (stats.isFile()) return 'file';
    if (stats.isDirectory()) return 'directory';
    return stats.isFIFO() || stats.isSocket() ? 'pipe' : 'none';
  } catch {
    return 'none';
  }
}

/** Decodes UTF-8; invalid text is decoded as one character per byte. A byte order mark is removed. */
function decodeUtf8OrLatin1(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
