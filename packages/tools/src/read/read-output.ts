import type { TextEncoding } from '../files/text-encoding.ts';

/** What Read returns, by kind of file. The fields are those that clients know, and more. */
export type ReadOutput = TextReadOutput | ImageReadOutput | NotebookReadOutput | PartsReadOutput;

/**
 * What programs get of a re-read in whose place the model gets a reference. No kind of output: only the engine knows
 * whether the earlier result still stands before the model, and hooks see the file itself.
 */
export interface UnchangedReadView {
  readonly type: 'file_unchanged';
  readonly file: { readonly filePath: string };
}

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
    /** Absent for UTF-8 and for what `latin1Lines` counts. */
    readonly encoding?: Extract<TextEncoding, `utf16${string}`>;
  };
}

/** Kinds of images that a model API takes. */
export type ImageMediaType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

/** An image as a model gets it: decoded once, so it is sound; within the bounds of pixels and bytes. */
export interface ShownImage {
  readonly base64: string;
  readonly type: ImageMediaType;
  /** Bytes of the original. */
  readonly originalSize: number;
  /** In pixels, turned as the image says it is to be seen. */
  readonly dimensions: {
    readonly originalWidth: number;
    readonly originalHeight: number;
    readonly displayWidth: number;
    readonly displayHeight: number;
  };
  /** What it was: `PNG`, `TIFF`. */
  readonly originalFormat: string;
  /** Of an animation, of which the first is shown. */
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
    /** 1-based number of the first cell here. */
    readonly startCell: number;
    readonly totalCells: number;
    /** Such as `python`. */
    readonly language: string;
    /** The version of the format, such as `4.5`. */
    readonly nbformat: string;
    /** Only a first page of what was asked for is here. */
    readonly truncatedByTokenCap?: true;
  };
}

export interface NotebookCell {
  /** 1-based. */
  readonly number: number;
  /** The cell's own id, or `cell-` and its number counted from 0 where it has none. */
  readonly cell_id: string;
  readonly cellType: 'code' | 'markdown' | 'raw';
  readonly source: string;
  readonly executionCount?: number;
  readonly outputs: readonly CellOutput[];
  /** Only the start of the source is here. */
  readonly isCut?: true;
}

export type CellOutput =
  /** `name` says what it is: `stdout`, `stderr`, `result`, `display`, `error`. */
  | { readonly type: 'text'; readonly name: string; readonly text: string }
  | { readonly type: 'image'; readonly name: string; readonly image: ShownImage };

/** Pages of a PDF document, as text. */
export interface PartsReadOutput {
  readonly type: 'parts';
  readonly file: {
    readonly filePath: string;
    /** Bytes. */
    readonly originalSize: number;
    /** Pages here. */
    readonly count: number;
    readonly totalPages: number;
    /** The last page that was asked for, where fewer fitted. */
    readonly truncatedBefore?: number;
  };
  /** 1-based number of the first page here. */
  readonly firstPage: number;
  readonly pages: readonly PdfPage[];
}

export interface PdfPage {
  /** 1-based. */
  readonly page: number;
  /** Empty for a page without text, such as a scanned one. */
  readonly text: string;
  /** Only the start of the page's text is here. */
  readonly isCut?: true;
}
