import type { TaskList } from './task-list.ts';

/** What follows it must still fit in a row. */
const MAX_LENGTH = 50;

/** What a person reads for a task: its subject, or its id where that is all that is known. */
export function taskTitle(list: Pick<TaskList, 'subjectOf'>, id: string): string {
  const subject = list.subjectOf(id);
  if (subject === undefined) return id;
  const characters = Array.from(subject.replaceAll(/\s+/g, ' ').trim());
  return characters.length > MAX_LENGTH
    ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…`
    : characters.join('');
}
