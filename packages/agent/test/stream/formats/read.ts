import {
  createModelDecoder,
  type DecodedEvent,
  type ModelDecoderOptions,
  type StreamFormat,
} from '../../../src/index.ts';

/** The events of a stream of these chunks; a text stands as it is. */
export function read(
  format: StreamFormat,
  chunks: readonly (object | string)[],
  options: ModelDecoderOptions = {},
): DecodedEvent[] {
  const decoder = createModelDecoder(format, options);
  const texts = chunks.map(
    (chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`,
  );
  return [...decoder.push(Buffer.from(texts.join(''))), ...decoder.end()];
}

/** The blocks that were closed, and of calls also the ids of those that were cut. */
export function endsOf(events: readonly DecodedEvent[]): unknown[] {
  return events
    .filter((event) => event.type === 'block-stop' || event.type === 'block-cut')
    .map((event) => {
      const { block } = event;
      if (event.type === 'block-cut') return ['cut', block.type === 'tool_use' ? block.id : block.type];
      if (block.type === 'tool_use') return [block.id, block.name, block.input];
      return block.type === 'text' ? block.text : block.block;
    });
}

export function lastOf(events: readonly DecodedEvent[]): DecodedEvent | undefined {
  return events.at(-1);
}
