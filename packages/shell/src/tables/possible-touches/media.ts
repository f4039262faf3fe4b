import type { Positional } from '../row.ts';
import { inThenOut, lastIsWritten, reads } from './operands.ts';
import { route, type Route } from './route.ts';

/** Images, sound, documents. */
export const mediaRoutes: readonly (readonly [string, Route])[] = [
  ...route('ffmpeg avconv', {
    values:
      '-f -c -codec -vcodec -acodec -b -r -s -t -ss -to -map -vf -af -filter -preset -crf -pix_fmt -loglevel -v -threads ' +
      '-filter_complex -c:v -c:a -b:v -b:a -q:v -q:a -ar -ac -metadata -frames -frames:v -vframes -aspect',
    reads: '-i -attach',
    writes: '-progress -passlogfile -sdp_file',
    syntax: 'words',
    operands: ({ positionals }) => [['write', positionals]],
  }),
  ...route('ffprobe mediainfo exif identify', {
    syntax: 'words',
    values: '-v -of -show_entries',
    operands: reads,
  }),
  ...route('convert magick composite montage compare', {
    syntax: 'words',
    operands: ({ positionals }) => lastIsWritten({ ...EMPTY, positionals: positionals.map(withoutFormat) }),
  }),
  ...route('mogrify exiftool jpegoptim optipng pngcrush oxipng mp3gain gifsicle', {
    values: '-o -resize',
    operands: ({ positionals }) => [['write', positionals]],
  }),
  ...route('cwebp dwebp pngquant rsvg-convert', { values: '-q -w', writes: '-o/--output', operands: reads }),
  ...route('gs ps2pdf', { values: '-d', writes: '-o', lists: [], operands: reads, more: gsOutput }),
  ...route('qpdf pdftotext pdftoppm pdfunite pdfseparate mutool sox lame oggenc', { operands: inThenOut }),
];

const EMPTY = { given: new Map(), sequence: [], fileValues: [] };

/** `png:out` */
function withoutFormat(one: Positional): Positional {
  return one.value === undefined ? one : { ...one, value: one.value.replace(/^[a-z]{2,6}[0-9]?:/u, '') };
}

function gsOutput(_: unknown, argv: readonly unknown[]) {
  return argv.flatMap((word, argument) => {
    const path = typeof word === 'string' ? /^-sOutputFile=(.+)$/u.exec(word)?.[1] : undefined;
    return path === undefined ? [] : [{ access: 'write', path, isTree: false, argument } as const];
  });
}
