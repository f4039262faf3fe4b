import type { Attachment, InstructionFile, InstructionFinder } from '@sluice/agent';
import { markedText, type ModelMessage } from '@sluice/core';
import { dirname } from 'node:path';
import { TouchedFiles } from '../../touched-files.ts';
import type { SessionParts } from '../../parts/session-parts.ts';
import { reportInstructions, type Instructions } from './find-instructions.ts';

export interface NestedInstructionsOptions {
  /** Absolute: base of relative paths. */
  readonly cwd: string;
  /** Where the agent works now. */
  readonly finder: () => Pick<InstructionFinder, 'about'>;
  /** Called with the files that apply to a file, if there are any, and with what was left out. */
  readonly found: (news: Instructions, trigger: string) => void;
}

/** Instructions that an agent finds in subdirectories. It hears what is left out, and its hooks hear what is found. */
export function nestedInstructions(
  parts: Pick<SessionParts, 'cwd' | 'tell' | 'hooks' | 'beforeEnd'>,
  finder: NestedInstructionsOptions['finder'],
): NestedInstructions {
  return new NestedInstructions({
    ...{ cwd: parts.cwd, finder },
    found(news, trigger) {
      for (const problem of news.problems) parts.tell(problem);
      const reported = reportInstructions(news, parts.hooks, parts.cwd, 'nested_traversal', trigger);
      parts.beforeEnd(() => reported);
    },
  });
}

/**
 * Instruction files for parts of the working directory: the model gets them once its calls have named a file there, and again if a
 * summary has taken their place.
 */
export class NestedInstructions {
  readonly #options: NestedInstructionsOptions;
  readonly #touched: TouchedFiles;
  readonly #texts = new Map<InstructionFile, string>();

  constructor(options: NestedInstructionsOptions) {
    this.#options = options;
    this.#touched = new TouchedFiles(options.cwd);
  }

  /** In the order in which they were found. */
  get files(): readonly InstructionFile[] {
    return [...this.#texts.keys()];
  }

  notes(messages: readonly ModelMessage[]): readonly Attachment[] {
    const { finder, found } = this.#options;
    for (const path of new Set(this.#touched.read(messages))) {
      const news = finder().about(path);
      for (const file of news.files) this.#texts.set(file, textOf(file, path));
      if (news.files.length > 0 || news.problems.length > 0) found(news, path);
    }
    if (this.#texts.size === 0) return [];
    const told = new Set(
      messages.flatMap(({ role, content }) =>
        role === 'user' ? content.flatMap((block) => (block.type === 'text' ? [block.text] : [])) : [],
      ),
    );
    return [...this.#texts.values()]
      .filter((text) => !told.has(markedText(text.toWellFormed(), 'instructions')))
      .map((text) => ({ text, origin: 'instructions', isSilent: true }));
  }
}

function textOf({ path, text, globs, parent }: InstructionFile, trigger: string): string {
  const where =
    globs === undefined
      ? `below ${parent === undefined ? directoryOf(path) : dirname(trigger)}`
      : `that match ${globs.join(', ')}`;
  return `More instructions apply to files ${where}. They come from the user and the project, and take precedence over your defaults like those at the start of the conversation.\n\nFrom ${path}:\n\n${text.trim()}`;
}

/** The directory that a file speaks of: `.claude/CLAUDE.md` belongs to the one above. */
function directoryOf(path: string): string {
  return dirname(path).replace(/\/\.claude$/, '');
}
