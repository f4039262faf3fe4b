import { readFileSync } from 'node:fs';
import { errorText } from '@sluice/base';
import type { PrintOptions } from './print-options.ts';

interface PromptTexts {
  readonly own: string | undefined;
  readonly appended: string | undefined;
}

type PromptFiles = ({ readonly ok: true } & PromptTexts) | { readonly ok: false; readonly message: string };

/** The texts for the system prompt, from options and files. */
export function readPromptFiles(options: PrintOptions): PromptFiles {
  const own = readOne('--system-prompt-file', options.systemPromptFile);
  if ('message' in own) return { ok: false, message: own.message };
  const file = readOne('--append-system-prompt-file', options.appendSystemPromptFile);
  if ('message' in file) return { ok: false, message: file.message };
  const appended = [options.appendSystemPrompt, file.text].filter((text) => text !== undefined);
  return {
    ok: true,
    own: options.systemPrompt ?? own.text,
    appended: appended.length === 0 ? undefined : appended.join('\n\n'),
  };
}

function readOne(
  option: string,
  path: string | undefined,
): { readonly text: string | undefined } | { readonly message: string } {
  if (path === undefined) return { text: undefined };
  try {
    return { text: readFileSync(path, 'utf8') };
  } catch (error) {
    const reason = errorText(error);
    return { message: `${option} ${path} can't be read: ${reason}` };
  }
}
