import type { Attachment, InstructionFile } from '@sluice/agent';
import { markedText, type ModelMessage } from '@sluice/core';
import type { SessionParts } from '../../parts/session-parts.ts';
import { reportInstructions, type Instructions } from './find-instructions.ts';

const BEGINS = 'Other instruction files apply here, in ';
const ENDS = 'The instructions at the start of the conversation apply again, unchanged.';
const MARK = '<not-from-user source="instructions">\n';

export interface MovedInstructionsOptions {
  /** Absolute: the directory of the instructions in the system prompt. */
  readonly start: string;
  /** The instructions in the system prompt. */
  readonly given: Instructions;
  /** Absolute: where the agent works now, its worktree or the directory in which it started. */
  readonly current: () => string;
  readonly read: (directory: string) => Instructions;
  /** Called with what applies in a directory that was entered, and how it differs. */
  readonly entered: (directory: string, news: Instructions) => void;
}

/** Those of a session's main agent, which moves with EnterWorktree and ExitWorktree. */
export function movedInstructions(
  parts: SessionParts,
  system: Pick<MovedInstructionsOptions, 'start' | 'given' | 'read'>,
): MovedInstructions {
  return new MovedInstructions({
    ...system,
    current: () => parts.worktree?.directory ?? parts.cwd,
    entered(directory, news) {
      for (const problem of news.problems) parts.tell(problem);
      const reported = reportInstructions(news, parts.hooks, directory, 'nested_traversal');
      parts.beforeEnd(() => reported);
    },
  });
}

/**
 * The system prompt never changes, so that the provider's cache stays valid. If the agent moves into a worktree with other
 * instruction files, or back, the model is given them at the end of the conversation: once, and again if a summary has taken
 * their place.
 */
export class MovedInstructions {
  readonly #options: MovedInstructionsOptions;
  /** Where the agent was at the last request, and what the model must know there beyond the system prompt. */
  #place: { readonly directory: string; readonly text: string | undefined };
  /** Undefined: not looked at so far. */
  #wasTold: boolean | undefined;

  constructor(options: MovedInstructionsOptions) {
    this.#options = options;
    this.#place = { directory: options.start, text: undefined };
  }

  notes(messages: readonly ModelMessage[]): readonly Attachment[] {
    const { current } = this.#options;
    const directory = current();
    if (directory !== this.#place.directory) this.#enter(directory);
    const wanted = this.#place.text;
    this.#wasTold ??= lastTold(messages) !== undefined;
    if (wanted === undefined && !this.#wasTold) return [];
    const last = lastTold(messages);
    if (wanted === undefined) {
      this.#wasTold = false;
      return last === undefined || last === marked(ENDS) ? [] : [attachment(ENDS)];
    }
    this.#wasTold = true;
    return last === marked(wanted) ? [] : [attachment(wanted)];
  }

  #enter(directory: string): void {
    const { start, given, read, entered } = this.#options;
    if (directory === start) {
      this.#place = { directory, text: undefined };
      return;
    }
    const { files, problems } = read(directory);
    const news = files.filter(({ text }) => !given.files.some((one) => one.text === text));
    const gone = given.files.filter(({ text }) => !files.some((one) => one.text === text));
    this.#place = { directory, text: textOf(directory, news, gone) };
    entered(directory, { files: news, problems });
  }
}

function textOf(
  directory: string,
  news: readonly InstructionFile[],
  gone: readonly InstructionFile[],
): string | undefined {
  if (news.length === 0 && gone.length === 0) return undefined;
  return [
    `${BEGINS}${directory}. They come from the user and the project, and take precedence over your defaults like those at the start of the conversation.`,
    ...(gone.length === 0 ? [] : [`Ignore these here: ${gone.map(({ path }) => path).join(', ')}`]),
    ...news.map(({ path, text }) => `From ${path}:\n\n${text.trim()}`),
  ].join('\n\n');
}

/** The last text about this in a conversation, as it is there. */
function lastTold(messages: readonly ModelMessage[]): string | undefined {
  const begins = [BEGINS, ENDS].map((text) => MARK + text);
  for (const { role, content } of messages.toReversed()) {
    if (role !== 'user') continue;
    for (const block of content.toReversed())
      if (block.type === 'text' && begins.some((text) => block.text.startsWith(text))) return block.text;
  }
  return undefined;
}

function attachment(text: string): Attachment {
  return { text, origin: 'instructions', isSilent: true };
}

function marked(text: string): string {
  return markedText(text.toWellFormed(), 'instructions');
}
