import { createStreamFeed, type FeedDecoder } from '@sluice/agent';
import { createJsonLinesDecoder, type JsonLinesDecoderOptions } from './json-lines-decoder.ts';
import { createFormatRecognizer, type FormatRecognizer } from './format-recognizer.ts';

export interface FeedOptions {
  /** Maximum length of a JSON line. Default 16 MiB. */
  readonly maxLineBytes?: number;
  /** Maximum length of a stream event. Default 64 MiB. */
  readonly maxEventBytes?: number;
  readonly onResponse?: NonNullable<JsonLinesDecoderOptions['onResponse']>;
}

type State =
  | { readonly status: 'recognizing'; readonly recognizer: FormatRecognizer }
  | { readonly status: 'decoding'; readonly decoder: FeedDecoder };

/** Decodes JSON lines or a model API's stream, whichever the input turns out to be. */
export function createRecognizingDecoder(options: FeedOptions = {}): FeedDecoder {
  let state: State = { status: 'recognizing', recognizer: createFormatRecognizer() };

  return {
    push(chunk) {
      if (state.status === 'decoding') return state.decoder.push(chunk);
      const recognition = state.recognizer.push(chunk);
      if (recognition.status === 'undecided') return [...recognition.problems];
      const { format, line, bytes, problems } = recognition;
      const create = format === 'json-lines' ? createJsonLinesDecoder : createStreamFeed;
      const decoder = create({ ...options, firstLine: line });
      state = { status: 'decoding', decoder };
      return [...problems, ...bytes.flatMap((piece) => decoder.push(piece))];
    },
    end: () => (state.status === 'decoding' ? state.decoder.end() : [...state.recognizer.end()]),
  };
}
