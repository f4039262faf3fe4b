import { ownNote, type ModelMessage } from '@sluice/core';

/** How the parts of a note about skills begin. */
export const LISTING_BEGINNING = {
  all: 'Skills that you can load with the Skill tool when a task matches one:',
  changed: 'These skills are new or have changed:',
  gone: 'These skills no longer exist:',
} as const;

const LINE = /^- ([^\s:]+(?::[^\s:]+)*)(?:: .*)?$/;

/** What the conversation says about skills, by name: read from the notes in it. */
export function listedSkillLines(messages: readonly ModelMessage[]): ReadonlyMap<string, string> {
  const told = new Map<string, string>();
  for (const { role, content } of messages) {
    if (role !== 'user') continue;
    for (const block of content) {
      const note = block.type === 'text' ? ownNote(block.text) : undefined;
      if (note === undefined) continue;
      if (isSkillListing(note)) readNote(note, told);
    }
  }
  return told;
}

/** Whether a note of the program is about which skills there are. */
export function isSkillListing(note: string): boolean {
  return Object.values(LISTING_BEGINNING).some((beginning) => note.startsWith(beginning));
}

function readNote(text: string, told: Map<string, string>): void {
  let part: 'all' | 'changed' | 'gone' | undefined;
  for (const line of text.split('\n')) {
    if (line === LISTING_BEGINNING.all) part = 'all';
    else if (line === LISTING_BEGINNING.changed) part = 'changed';
    else if (line === LISTING_BEGINNING.gone) part = 'gone';
    const name = part === undefined ? undefined : LINE.exec(line)?.[1];
    if (name === undefined) continue;
    if (part === 'gone') told.delete(name);
    else told.set(name, line);
  }
}
