import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { present } from '@sluice/base';
import { boundCompilation } from './bound-compilation.ts';

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

/** Node's own, which its types leave to those of browsers. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

let loading: Promise<typeof import('mdream/wasm')> | undefined;

/** Starts loading the converter, so that it is ready when the first page comes: most pages are HTML. */
export function prepareHtmlConverter(): void {
  // A failure is reported where a page needs the converter.
  loaded().catch(() => {});
}

/** The converter is WebAssembly with memory of its own, loaded for the first page. */
export async function createHtmlConverter(origin: string): Promise<HtmlConverter> {
  const { MarkdownStream } = await loaded();
  const streamOf = (isolateMain: boolean) =>
    new MarkdownStream({
      origin,
      plugins: { filter: { exclude: LEFT_OUT }, ...present({ isolateMain: isolateMain || undefined }) },
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

function loaded(): Promise<typeof import('mdream/wasm')> {
  loading ??= load();
  return loading;
}

async function load(): Promise<typeof import('mdream/wasm')> {
  const [library, bytes] = await Promise.all([
    import('mdream/wasm'),
    readFile(createRequire(import.meta.url).resolve('mdream/wasm/mdream_edge_bg.wasm')),
  ]);
  boundCompilation();
  // Its own loader asks whether it was given a Response, which loads all of Node's fetch: a third of the first page's time.
  library.initSync({ module: await WebAssembly.compile(bytes) });
  return library;
}
