import type { TextBlock } from '../data/content.ts';
import { escapeTag } from './escape-tag.ts';

/** Who speaks to the model next to results without being the user. */
type OtherSpeaker =
  | 'hook'
  | 'task'
  | 'note'
  | 'instructions'
  | 'summary'
  | 'tool'
  | 'agent'
  | 'schedule'
  | 'mcp';

/** `person`: the user, in an answer to a question about a call. Only such a text is not marked. */
export type Speaker = OtherSpeaker | 'person';

/** The tag itself says what a model must know, even without our system prompt to explain it. */
const TAG = 'not-from-user';

const SOURCES: Readonly<Record<OtherSpeaker, string>> = {
  hook: 'hook',
  task: 'background task',
  note: 'sluice',
  instructions: 'instructions',
  summary: 'summary',
  tool: 'tool',
  agent: 'agent',
  schedule: 'schedule',
  mcp: 'MCP server',
};

export function isSpeaker(name: unknown): name is Speaker {
  return typeof name === 'string' && (name === 'person' || Object.hasOwn(SOURCES, name));
}

/**
 * A text that no one typed, as the model gets it: marked with its source, so that it can't pass for the user's. No text can close the
 * mark or open another (`escapeTag`). The same text gives the same bytes.
 */
export function markedText(text: string, speaker: OtherSpeaker, toolName?: string): string {
  const source = toolName === undefined ? SOURCES[speaker] : `${SOURCES[speaker]} ${plainName(toolName)}`;
  return `<${TAG} source="${source}">\n${escapeTag(text, TAG)}\n</${TAG}>`;
}

/** A text by a server, in which nothing can be taken for the mark or for its end. */
export function escapeMark(text: string): string {
  return escapeTag(text, TAG);
}

/** Whether a text of a user message was written by no user. */
export function isMarkedText(text: string): boolean {
  return text.startsWith(`<${TAG} source="`);
}

const OWN_NOTE = `<${TAG} source="${SOURCES.note}">\n`;

/** What a text says that is a note of the program itself, which no one else can write. Undefined: it is none. */
export function ownNote(text: string): string | undefined {
  const end = `\n</${TAG}>`;
  return text.startsWith(OWN_NOTE) && text.endsWith(end)
    ? text.slice(OWN_NOTE.length, -end.length)
    : undefined;
}

/** A tool not created by `defineTool` may have any name; none can end the mark. */
function plainName(name: string): string {
  return name.replaceAll(/[^\w.-]/g, '_').slice(0, 128);
}

/** A text for the model next to the results of a message. */
export interface SpokenText {
  readonly text: string;
  readonly speaker: Speaker;
  /** The tool that added the text, for the speaker `tool`. */
  readonly toolName?: string;
}

/** The blocks that follow a message's results; no API accepts a blank one, or half a surrogate pair. */
export function spokenBlocks(texts: readonly SpokenText[]): readonly TextBlock[] {
  return texts.flatMap(({ text, speaker, toolName }) =>
    text.trim() === '' ? [] : [{ type: 'text', text: spokenText(text.toWellFormed(), speaker, toolName) }],
  );
}

function spokenText(text: string, speaker: Speaker, toolName: string | undefined): string {
  return speaker === 'person' ? text : markedText(text, speaker, toolName);
}
