import { z } from 'zod';
import { outputFields } from '../files/text/output-fields.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import type { EditOutput } from './edit-schema.ts';

/** What a hook may replace the result of an Edit with. */
export const editOutputSchema = lazySchema((): z.ZodType<EditOutput> => {
  const { structuredPatch, wideEncoding } = outputFields();
  return z.object({
    filePath: z.string(),
    oldString: z.string(),
    newString: z.string(),
    originalFile: z.string().nullable(),
    structuredPatch,
    userModified: z.boolean(),
    replaceAll: z.boolean(),
    replacements: z.number(),
    startLine: z.number(),
    form: z.enum(['exact', 'crlf', 'latin1', 'latin1-crlf']),
    crlfTwins: z.object({ count: z.number(), lines: z.array(z.number()) }).exactOptional(),
    encoding: wideEncoding.exactOptional(),
    seen: z.enum(['whole', 'not-read', 'partly-read', 'rest-not-read', 'changed']),
  });
});
