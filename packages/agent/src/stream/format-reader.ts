import { createAnthropicReader } from './anthropic/anthropic-reader.ts';
import type { EventReader } from './event-reader.ts';
import { createGeminiReader } from './google/gemini-reader.ts';
import { MessageAssembler, type AssemblerOptions } from './message-assembler.ts';
import { createInteractionsReader } from './google/interactions-reader.ts';
import type { StreamFormat } from './model-format.ts';
import { createOpenaiChatReader } from './openai/openai-chat-reader.ts';
import { createOpenaiResponsesReader } from './openai/openai-responses-reader.ts';

export type FormatReaderOptions = Omit<AssemblerOptions, 'api'>;

/** The reader of one format with its assembler. */
export interface FormatReader extends Pick<EventReader, 'accept' | 'done' | 'end'> {
  /** An event could not be read: open calls may lack part of their input and are rejected. */
  loseEvent(): void;
}

const READERS = {
  anthropic: createAnthropicReader,
  'openai-chat': createOpenaiChatReader,
  'openai-responses': createOpenaiResponsesReader,
  gemini: createGeminiReader,
  'gemini-interactions': createInteractionsReader,
} satisfies Record<StreamFormat, unknown>;

export function createFormatReader(format: StreamFormat, options: FormatReaderOptions): FormatReader {
  const assembler = new MessageAssembler({ ...options, api: format });
  const reader: EventReader = READERS[format](assembler);
  return {
    accept: (event, name, line) => reader.accept(event, name, line),
    done: (line) => reader.done(line),
    end: (line, isCut) => reader.end(line, isCut),
    loseEvent() {
      reader.beforeLoss();
      assembler.loseEvent();
    },
  };
}
