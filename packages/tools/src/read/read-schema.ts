import { z } from 'zod';

export const readInputSchema = z.strictObject({
  file_path: z
    .string()
    .min(1)
    .describe('Absolute path of the file; a relative one is seen from the working directory'),
  offset: z.number().int().min(0).optional().describe('First line to show, counted from 1'),
  limit: z.number().int().positive().optional().describe('Number of lines to show; 2000 unless given'),
  pages: z
    .string()
    .optional()
    .describe('Pages of a PDF, such as "1-5", at most 20; not used for other files'),
  allow_large: z
    .boolean()
    .optional()
    .describe('Show up to four times as much in one page, and long lines whole'),
});

export type ReadInput = z.output<typeof readInputSchema>;

/** Text of a file. `content` holds the lines without numbers, joined by LF. */
export interface TextReadOutput {
  readonly type: 'text';
  readonly file: {
    readonly filePath: string;
    readonly content: string;
    readonly numLines: number;
    /** 1-based. */
    readonly startLine: number;
    readonly totalLines: number;
    /** Only a first page of what was asked for is here. */
    readonly truncatedByTokenCap?: true;
    /** The file was not read to its end: it has `totalLines` or more. */
    readonly totalLinesIsLowerBound?: true;
    /** Lines of which only the start is shown. */
    readonly cutLines?: number;
    /** Lines that are no valid UTF-8 and are shown as Latin-1. */
    readonly latin1Lines?: number;
  };
}

/** Further kinds of files will add their variants. */
export type ReadOutput = TextReadOutput;
