const BELL = '\u0007';
const ESCAPE = '\u001b';
/** Titles (0, 1, 2) and notifications (9, 99, 777): nothing else that a terminal can do, not even under these numbers. */
const COMMANDS: ReadonlySet<string> = new Set(['0', '1', '2', '9', '99', '777']);
/** More than any title or notification needs. */
const MAX = 4096;

/** Whether a text only rings the terminal's bell, sets its title, or sends a notification. */
export function isHarmlessSequence(text: string): boolean {
  if (text === '' || text.length > MAX) return false;
  let at = 0;
  while (at !== -1 && at < text.length) at = text[at] === BELL ? at + 1 : commandEnd(text, at);
  return at !== -1;
}

/** Where the command that starts here ends; -1 if it isn't an allowed one. */
function commandEnd(text: string, start: number): number {
  if (!text.startsWith(`${ESCAPE}]`, start)) return -1;
  const name = text.indexOf(';', start);
  if (name === -1 || !COMMANDS.has(text.slice(start + 2, name))) return -1;
  let at = name + 1;
  while (at < text.length && !isControl(text.charCodeAt(at))) at += 1;
  if (!isHarmless(text.slice(start + 2, name), text.slice(name + 1, at))) return -1;
  if (text[at] === BELL) return at + 1;
  return text.startsWith(`${ESCAPE}\\`, at) ? at + 2 : -1;
}

/** Excludes what else a terminal may do with these commands. */
function isHarmless(command: string, said: string): boolean {
  switch (command) {
    case '9':
      return isNoteOrProgress(said);
    case '99':
      return isKittyNote(said);
    case '777':
      return said.startsWith('notify;');
    default:
      return true;
  }
}

/** ConEmu uses further numbers, among them macros, processes and waiting. Its 4 is a progress bar. */
function isNoteOrProgress(said: string): boolean {
  return !/^\s*\d+\s*(?:;|$)/.test(said) || /^4;[0-4](?:;\d{0,3})?$/.test(said);
}

/** Title and body of a kitty notification. Queries, reports and buttons would come back as input. */
function isKittyNote(said: string): boolean {
  const end = said.indexOf(';');
  const keys = end === -1 ? said : said.slice(0, end);
  return keys.split(':').every((key) => key === '' || KITTY_KEYS.some((known) => known.test(key)));
}

const KITTY_KEYS: readonly RegExp[] = [/^[defginostuw]=[\w.+/=-]*$/, /^p=(?:title|body)$/, /^a=-?focus$/];

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}
