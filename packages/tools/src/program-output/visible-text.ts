/**
 * Escape sequences for terminals: colors and cursor movements, titles and links, character sets. None extends beyond the next escape
 * character, so the time is linear in the text.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const SEQUENCES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]+[0-~])/g;
/** All except tab, line feed and carriage return. */
// oxlint-disable-next-line no-control-regex -- as above
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;
const PICTURES = 0x2400;
const DELETE = 0x7f;

/** A program's output as a reader sees it: without escape sequences, other control characters as symbols (`␇`). */
export function visibleText(text: string): string {
  return text.replace(SEQUENCES, '').replace(CONTROLS, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(PICTURES + code);
    return code === DELETE ? '\u2421' : '\uFFFD';
  });
}
