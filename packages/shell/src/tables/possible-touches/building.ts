import type { FileTouch } from '../file-touch.ts';
import { optionals, values } from '../row.ts';
import { firstIsWritten, inThenOut, lastIsWritten, reads, writes } from './operands.ts';
import { pathWords } from '../path-words.ts';
import { buildTestRoutes } from './build-tests.ts';
import { compilerRoutes } from './compilers.ts';
import { javaRoutes } from './java.ts';
import { makeRoutes } from './make.ts';
import { knownWord } from '../known-word.ts';
import { filledBy, filledDirectory, implied, route, type Route } from './route.ts';

function sectionFiles(
  values: readonly (string | undefined)[] | undefined,
  access: FileTouch['access'],
): readonly FileTouch[] {
  return (values ?? []).map((value) => implied(access, value?.replace(/^[^=]*=/u, ''), { index: 1 }));
}

/** What puts packages into a directory, or takes them out. */
const INSTALLS =
  /^(?:i|in|install|ci|add|update|up|upgrade|un|uninstall|rm|remove|link|dedupe|prune|init|rebuild)$/u;

/** Compilers, linkers, tools for objects, and what builds from a file of rules. */
export const buildingRoutes: readonly (readonly [string, Route])[] = [
  ...compilerRoutes,
  ...javaRoutes,
  ...route(
    'rustc nasm yasm fasm dmd ghc ocamlc ocamlopt swiftc valac dot neato circo fdp twopi dtc protoc bison yacc flex lex',
    {
      values: '-f -I -L -l -T -K -G -N --edition --crate-type --crate-name',
      writes: '-o/--output --output-file --defines --header-file',
      operands: reads,
    },
  ),
  ...route('objcopy llvm-objcopy', {
    values:
      '-F/--target -I/--input-target -O/--output-target -B/--binary-architecture -j/--only-section -R/--remove-section ' +
      '-N/--strip-symbol -K/--keep-symbol -G -L -W',
    // `.text=file`
    lists: [values('--dump-section --add-section --update-section')],
    operands: (parsed) =>
      parsed.positionals.length > 1 ? inThenOut(parsed) : [...writes(parsed), ...reads(parsed)],
    more: ({ given }) => [
      ...sectionFiles(given.get('--dump-section'), 'write'),
      ...sectionFiles(given.get('--add-section'), 'read'),
      ...sectionFiles(given.get('--update-section'), 'read'),
    ],
  }),
  ...route('strip llvm-strip eu-strip', {
    values: '-F/--target -I -O -K/--keep-symbol -N/--strip-symbol -R/--remove-section -f',
    writes: '-o',
    operands: (parsed) => (parsed.given.has('-o') ? reads(parsed) : writes(parsed)),
  }),
  ...route('ranlib patchelf chrpath install_name_tool codesign', {
    values: '--set-rpath --set-interpreter --add-needed --remove-needed -r',
    writes: '--output',
    operands: writes,
  }),
  ...makeRoutes,
  ...buildTestRoutes,
  ...route('go', {
    values:
      '-C -p -run -skip -bench -benchtime -count -cpu -timeout -tags -ldflags -gcflags -asmflags -mod -toolexec -exec -vet',
    reads: '-modfile -overlay -pgo',
    writes: '-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace',
    syntax: 'words',
    more: (parsed, argv) => [
      ...filledBy(parsed, '-o', '-outputdir'),
      ...pathWords(argv).filter(({ argument }) => parsed.positionals.some(({ index }) => index === argument)),
    ],
  }),
  ...route('cargo', {
    values:
      '--target-dir --artifact-dir --out-dir --root --config -p/--package -F/--features -j/--jobs --bin --example --name --vcs',
    reads: '--manifest-path',
    more: (parsed, argv) => [
      ...(/^(?:new|init|vendor)$/u.test(parsed.positionals[0]?.value ?? '')
        ? filledDirectory(parsed.positionals[1])
        : []),
      ...filledBy(parsed, '--target-dir', '--artifact-dir', '--out-dir', '--root'),
      // A setting, or a file of settings.
      ...(parsed.given.get('--config') ?? []).flatMap((value) =>
        value === undefined || value.includes('=') ? [] : [implied('read', value, { index: 1 })],
      ),
      ...pathWords(argv).filter(({ argument }) => parsed.positionals.some(({ index }) => index === argument)),
    ],
  }),
  ...route('npm pnpm yarn', {
    values:
      '--prefix -C/--dir --cwd -w/--workspace --pack-destination --cache --logs-dir --modules-folder --store-dir ' +
      '--virtual-store-dir --global-dir --script-shell',
    reads: '--userconfig --globalconfig',
    writes: '-o/--out',
    more: (parsed, argv) => [
      ...filledBy(
        parsed,
        ...['--pack-destination', '--cache', '--logs-dir', '--modules-folder', '--store-dir'],
        ...['--virtual-store-dir', '--global-dir'],
      ),
      ...(parsed.positionals.some(({ value }) => INSTALLS.test(value ?? ''))
        ? filledBy(parsed, '--prefix', '-C', '--cwd')
        : []),
      // `npm config set`, `login` and others change them.
      ...parsed.fileValues
        .filter(({ option }) => option === '--userconfig' || option === '--globalconfig')
        .map((one) => implied('write', one.value, one)),
      ...pathWords(argv).filter(({ argument }) => parsed.positionals.some(({ index }) => index === argument)),
    ],
  }),
  ...route('msgfmt xgettext msgmerge', { writes: '-o/--output-file', operands: reads }),
  ...route('tsc vue-tsc', {
    values: '--outDir/-outDir --declarationDir/-declarationDir --rootDir --generateTrace',
    writes: '--outFile/-outFile --tsBuildInfoFile/-tsBuildInfoFile --generateCpuProfile',
    syntax: 'exact',
    operands: reads,
    more: (parsed) => filledBy(parsed, '--outDir', '--declarationDir', '--generateTrace'),
  }),
  ...route('esbuild swc babel rollup webpack vite parcel tsup', {
    values: '--outdir/--outDir/-d/--out-dir/--dir/--dist-dir --output-path',
    writes: '--outfile/-o/--out-file/--file --metafile',
    operands: reads,
    more: (parsed) => filledBy(parsed, '--outdir', '--output-path'),
  }),
  ...route('terser uglifyjs cleancss html-minifier html-minifier-terser svgo sass lessc postcss csso', {
    values: '-c/--compress -m/--mangle -b/--beautify --dir -r/--replace',
    writes: '-o/--output/--out',
    operands: reads,
    more: (parsed) => filledBy(parsed, '--dir'),
  }),
  ...route('pip pip3', {
    values:
      '-t/--target -d/--dest/--dest-directory -w/--wheel-dir --root --prefix --src/--source --cache-dir --python -i/--index-url --extra-index-url -f/--find-links',
    reads: '-r/--requirement -c/--constraint -e/--editable --cert --client-cert --config-settings',
    writes: '--log/--log-file --report',
    more: (parsed, argv) => [
      ...filledBy(parsed, '-t', '-d', '-w', '--root', '--prefix', '--src', '--cache-dir'),
      ...pathWords(argv).filter(({ argument }) => parsed.positionals.some(({ index }) => index === argument)),
    ],
  }),
  ...route('virtualenv', {
    values: '-p/--python --prompt',
    more: ({ positionals: [place] }) => filledDirectory(place),
  }),
  ...route('terraform tofu terragrunt', {
    values: '-chdir -var -backend-config -target',
    reads: '-var-file',
    writes: '-out -state-out -backup -generate-config-out',
    syntax: 'words',
    more: (_parsed, argv) => pathWords(argv),
  }),
  ...route('genhtml', { writes: '-o/-f', operands: reads }),
  ...route('ctags universal-ctags exuberant-ctags etags', {
    flags: '-x -e --filter',
    writes: '-o/-f',
    lists: [optionals('-R')],
    operands: reads,
    more: ({ given }, argv) => {
      if (['-o', '-x', '--filter'].some((name) => given.has(name))) return [];
      const isOfEmacs = given.has('-e') || (knownWord(argv[0]) ?? '').endsWith('etags');
      return [implied('write', isOfEmacs ? 'TAGS' : 'tags', { index: 0 })];
    },
  }),
  ...route('pandoc asciidoctor rst2html pdflatex typst wkhtmltopdf weasyprint', {
    values: '-f/--from -t/--to -r -w',
    writes: '-o/--output',
    operands: (parsed) => lastIsWritten(parsed).map(([, all]) => ['read', all] as const),
  }),
  ...route('zipalign signapk', { operands: lastIsWritten }),
  ...route('mkfs mkfs.ext4 mkfs.vfat mke2fs mkswap wipefs blkdiscard', {
    values: '-t -L -U -F',
    operands: writes,
  }),
  ...route('genext2fs', { operands: firstIsWritten }),
];
