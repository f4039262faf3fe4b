import type { Mutant } from './mutant.ts';

const TEST = 'packages/tools/test/lsp/language-servers.process.test.ts';

/** Language servers. */
export const LANGUAGE_SERVER_MUTANTS: readonly Mutant[] = [
  {
    name: 'hanging-server-stays',
    breaks: 'A language server that hangs costs each question a minute, forever.',
    promise: 4,
    file: 'packages/tools/src/lsp/lsp-tool.ts',
    find: 'signal.aborted ? server.hung() : undefined',
    replace: "signal.aborted ? '' : undefined",
    test: TEST,
    title: 'ends a server that hangs',
  },
  {
    name: 'server-shows-lines-anywhere',
    breaks: 'A definition shows a line of a file whose Read would be asked about.',
    promise: 3,
    file: 'packages/tools/src/lsp/lsp-tool.ts',
    find: "(mayShow(place.path) ? lineAt(place.path, place.line).trim() : '')",
    replace: 'lineAt(place.path, place.line).trim()',
    test: TEST,
    title: 'shows no line',
  },
];
