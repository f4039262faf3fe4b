import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';

/** Turns HTML into Markdown piece by piece. */
export interface HtmlConverter {
  add(html: string): void;
  /** The Markdown: of the main part, if the page has one. */
  end(): string;
  /** Must be called once it is no longer needed. */
  free(): void;
}

/** Menus, fields of forms and what a browser doesn't show. A whole page may be in one form, and buttons hold headings. */
const LEFT_OUT = [
  'nav',
  'footer',
  'aside',
  '[role=search]',
  'select',
  'textarea',
  'datalist',
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'iframe',
  '[aria-hidden=true]',
];

const MAIN = /<main[\s>]/i;
const MAIN_LENGTH = '<main>'.length;

let loading: Promise<typeof import('mdream/wasm')> | undefined;

/** The converter is WebAssembly with memory of its own, loaded for the first page. */
export async function createHtmlConverter(origin: string): Promise<HtmlConverter> {
  loading ??= load();
  const { MarkdownStream } = await loading;
  const streamOf = (isolateMain: boolean) =>
    new MarkdownStream({
      origin,
      plugins: { filter: { exclude: LEFT_OUT }, ...(isolateMain && { isolateMain }) },
    });
  const whole = streamOf(false);
  const main = streamOf(true);
  let hasMain = false;
  let before = '';
  const parts = { whole: '', main: '' };
  /** The page has a main part that isn't empty: it will be the answer. */
  let isDecided = false;
  return {
    add(html) {
      // A tag may be divided between two pieces.
      hasMain ||= MAIN.test(before + html);
      before = html.slice(-MAIN_LENGTH);
      if (!isDecided) parts.whole += whole.processChunk(html);
      parts.main += main.processChunk(html);
      isDecided ||= hasMain && parts.main.trim() !== '';
    },
    end() {
      parts.main += main.finish();
      isDecided ||= hasMain && parts.main.trim() !== '';
      // Without a main part, the library starts at the first heading and loses what is before it.
      return isDecided ? parts.main : parts.whole + whole.finish();
    },
    free() {
      whole.free();
      main.free();
    },
  };
}

async function load(): Promise<typeof import('mdream/wasm')> {
  const library = await import('mdream/wasm');
  const bytes = await readFile(createRequire(import.meta.url).resolve('mdream/wasm/mdream_edge_bg.wasm'));
  await library.default({ module_or_path: bytes });
  return library;
}
