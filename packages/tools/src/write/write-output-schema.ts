import { z } from 'zod';
import { outputFields } from '../files/text/output-fields.ts';
import type { TextEncoding } from '../files/text/text-encoding.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import type { WriteOutput } from './write-schema.ts';

const ENCODINGS: readonly TextEncoding[] = [
  'utf8',
  'utf8-bom',
  'utf16le',
  'utf16le-bom',
  'utf16be',
  'utf16be-bom',
  'latin1',
];

/** What a hook may replace the result of a Write with. */
export const writeOutputSchema = lazySchema((): z.ZodType<WriteOutput> =>
  z.object({
    type: z.enum(['create', 'update']),
    filePath: z.string(),
    content: z.string(),
    bytes: z.number(),
    structuredPatch: outputFields().structuredPatch,
    originalFile: z.string().nullable(),
    isUnchanged: z.literal(true).exactOptional(),
    encoding: z.enum(ENCODINGS).exactOptional(),
    formerEncoding: z.enum([...ENCODINGS, 'mixed']).exactOptional(),
    lineEnds: z.literal('crlf').exactOptional(),
    formerLineEnds: z.enum(['crlf', 'mixed']).exactOptional(),
  }),
);
