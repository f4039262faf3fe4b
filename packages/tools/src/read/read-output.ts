import type { TextEncoding } from '../files/text/text-encoding.ts';

/** What Read returns, by type of file. A superset of the fields that clients know. */
export type ReadOutput = TextReadOutput | ImageReadOutput | NotebookReadOutput | PartsReadOutput;

/**
 * What programs get for a repeated read that the model gets as a reference. Not an output type: only the engine knows whether the model
 * still has the earlier result, and hooks see the file itself.
 */
export interface UnchangedReadView {
  readonly type: 'file_unchanged';
  readonly file: { readonly filePath: string };
}

/** Text of a file. `content` is the lines without numbers, joined by LF. */
export interface TextReadOutput {
  readonly type: 'text';
  readonly file: {
    readonly filePath: string;
    readonly content: string;
    readonly numLines: number;
    /** Starting at 1. */
    readonly startLine: number;
    readonly totalLines: number;
    /** Only the first page of what was requested. */
    readonly truncatedByTokenCap?: true;
    /** The file was not read to its end: it has at least `totalLines` lines. */
    readonly totalLinesIsLowerBound?: true;
    /** The text of an editor, not yet saved to disk. */
    readonly isUnsaved?: true;
    /** Lines of which only the start is shown. */
    readonly cutLines?: number;
    /** Lines that are not valid UTF-8 and are shown as Latin-1. */
    readonly latin1Lines?: number;
    /** Absent for UTF-8 and for what `latin1Lines` counts. */
    readonly encoding?: Extract<TextEncoding, `utf16${string}`>;
  };
}

/** Image types that model APIs accept. */
export type ImageMediaType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

/** An image as a model gets it: decoded once, so it is intact; within the limits of pixels and bytes. */
export interface ShownImage {
  readonly base64: string;
  readonly type: ImageMediaType;
  /** Bytes of the original. */
  readonly originalSize: number;
  /** In pixels, after applying the image's orientation. */
  readonly dimensions: {
    readonly originalWidth: number;
    readonly originalHeight: number;
    readonly displayWidth: number;
    readonly displayHeight: number;
  };
  /** Original type: `PNG`, `TIFF`. */
  readonly originalFormat: string;
  /** Number of frames of an animation, of which the first is shown. */
  readonly frames?: number;
}

export interface ImageReadOutput {
  readonly type: 'image';
  readonly file: ShownImage & { readonly filePath: string };
}

/** Cells of a notebook. */
export interface NotebookReadOutput {
  readonly type: 'notebook';
  readonly file: {
    readonly filePath: string;
    readonly cells: readonly NotebookCell[];
    /** Number of the first cell here, starting at 1. */
    readonly startCell: number;
    readonly totalCells: number;
    /** Such as `python`. */
    readonly language: string;
    /** Format version, such as `4.5`. */
    readonly nbformat: string;
    /** Only the first page of what was requested. */
    readonly truncatedByTokenCap?: true;
  };
}

export interface NotebookCell {
  /** Starting at 1. */
  readonly number: number;
  /** The cell's own id, or `cell-` and its number, starting at 0. */
  readonly cell_id: string;
  readonly cellType: 'code' | 'markdown' | 'raw';
  readonly source: string;
  readonly executionCount?: number;
  readonly outputs: readonly CellOutput[];
  /** Only the start of the source is here. */
  readonly isCut?: true;
}

export type CellOutput =
  /** `name` is its type: `stdout`, `stderr`, `result`, `display`, `error`. */
  | { readonly type: 'text'; readonly name: string; readonly text: string }
  | { readonly type: 'image'; readonly name: string; readonly image: ShownImage };

/** Pages of a PDF document, as text. */
export interface PartsReadOutput {
  readonly type: 'parts';
  readonly file: {
    readonly filePath: string;
    /** Bytes. */
    readonly originalSize: number;
    /** Number of pages here. */
    readonly count: number;
    readonly totalPages: number;
    /** The last requested page, if fewer fit. */
    readonly truncatedBefore?: number;
  };
  /** Number of the first page here, starting at 1. */
  readonly firstPage: number;
  readonly pages: readonly PdfPage[];
}

/** The same for programs that know `parts` as images of pages. */
export type PartsReadView = Omit<PartsReadOutput, 'pages' | 'file'> & {
  readonly file: PartsReadOutput['file'] & {
    /** Where images of the pages are: always empty, since none are made. */
    readonly outputDir: '';
  };
  readonly pageTexts: readonly PdfPage[];
};

export interface PdfPage {
  /** Starting at 1. */
  readonly page: number;
  /** Empty for a page without text, such as a scanned one. */
  readonly text: string;
  /** Only the start of the page's text is here. */
  readonly isCut?: true;
}
