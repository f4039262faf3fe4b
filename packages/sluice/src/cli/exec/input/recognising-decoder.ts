import { createStreamFeed, type FeedDecoder } from '@sluice/agent';
import { createJsonLinesDecoder, type JsonLinesDecoderOptions } from './json-lines-decoder.ts';
import { createFormatRecogniser, type FormatRecogniser } from './format-recogniser.ts';

export interface FeedOptions {
  /** Cap for a line of JSON lines. Default 16 MiB. */
  readonly maxLineBytes?: number;
  /** Cap for an event of an event stream. Default 64 MiB. */
  readonly maxEventBytes?: number;
  readonly onResponse?: NonNullable<JsonLinesDecoderOptions['onResponse']>;
}

type State =
  | { readonly status: 'recognising'; readonly recogniser: FormatRecogniser }
  | { readonly status: 'decoding'; readonly decoder: FeedDecoder };

/** Decodes JSON lines or the stream of a model API, whichever the input turns out to be. */
export function createRecognisingDecoder(options: FeedOptions = {}): FeedDecoder {
  let state: State = { status: 'recognising', recogniser: createFormatRecogniser() };

  return {
    push(chunk) {
      if (state.status === 'decoding') return state.decoder.push(chunk);
      const recognition = state.recogniser.push(chunk);
      if (recognition.status === 'undecided') return [...recognition.problems];
      const { format, line, bytes, problems } = recognition;
      const create = format === 'json-lines' ? createJsonLinesDecoder : createStreamFeed;
      const decoder = create({ ...options, firstLine: line });
      state = { status: 'decoding', decoder };
      return [...problems, ...bytes.flatMap((piece) => decoder.push(piece))];
    },
    end: () => (state.status === 'decoding' ? state.decoder.end() : [...state.recogniser.end()]),
  };
}
