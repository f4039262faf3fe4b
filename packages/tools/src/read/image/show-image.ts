import { errorText, present } from '@sluice/base';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { formatCount } from '../../files/text/format.ts';
import { encodeImage, type EncodedImage } from './encode-image.ts';
import { readImageHeader } from './image-header.ts';
import { IMAGE_BYTES, IMAGE_PIXELS, IMAGE_SECONDS } from './image-limits.ts';
import { refuse, type ImageResult } from './image-result.ts';
import { inTurn } from '../in-turn.ts';
import { showUnchecked } from './show-unchecked.ts';

interface ShowImageOptions {
  /** Maximum pixels of the longer side. */
  readonly side: number;
  readonly signal: AbortSignal;
  /** The image library. */
  readonly load?: () => Promise<OpenImage | undefined>;
}

/**
 * Prepares an image for a model. If a model API refused an image, it would refuse every later request too, so each image is decoded once
 * before it is shown. Only pass bytes that start like an image: the library reads many other formats.
 *
 * @throws the signal's reason.
 */
export async function showImage(bytes: Buffer, options: ShowImageOptions): Promise<ImageResult> {
  const open = await (options.load ?? loadSharp)();
  options.signal.throwIfAborted();
  if (open === undefined) return showUnchecked(bytes, options.side);
  return inTurn(options.signal, () => decode(bytes, open, options));
}

async function decode(
  bytes: Buffer,
  open: OpenImage,
  { side, signal }: ShowImageOptions,
): Promise<ImageResult> {
  const pipeline = (failOn: 'warning' | 'error'): Sharp =>
    open(bytes, { failOn, limitInputPixels: IMAGE_PIXELS }).timeout({ seconds: IMAGE_SECONDS });
  try {
    // The header alone takes no memory, and gives a more exact reason.
    const metadata = await open(bytes, { limitInputPixels: false }).metadata();
    signal.throwIfAborted();
    const { width, height } = metadata.autoOrient;
    if (width * height > IMAGE_PIXELS) return refuse(tooManyPixels(width, height));
    const isFit = isUnchanged(metadata, bytes, side) && (await isSound(pipeline('warning')));
    const header = isFit ? readImageHeader(bytes) : undefined;
    signal.throwIfAborted();
    const shown: EncodedImage =
      header === undefined
        ? await encodeImage(() => pipeline('error'), side, metadata.format === 'jpeg')
        : { bytes, type: header.type, width, height };
    const frames = metadata.pages ?? 1;
    return {
      ok: true,
      image: {
        base64: shown.bytes.toString('base64'),
        type: shown.type,
        originalSize: bytes.length,
        dimensions: {
          originalWidth: width,
          originalHeight: height,
          displayWidth: shown.width,
          displayHeight: shown.height,
        },
        originalFormat: formatName(metadata),
        ...present({ frames: frames > 1 ? frames : undefined }),
      },
    };
  } catch (error) {
    signal.throwIfAborted();
    return refuse(
      `can't be decoded: it is corrupt, truncated or of an unsupported type (${firstLine(error)})`,
    );
  }
}

/** Whether a model API accepts the image as is, if it is intact. */
function isUnchanged(metadata: Metadata, bytes: Buffer, side: number): boolean {
  const { width, height, pages = 1, orientation = 1, format, depth, space } = metadata;
  const isKnown = format === 'png' || format === 'jpeg' || format === 'gif' || format === 'webp';
  const isSmall = width <= side && height <= side && bytes.length <= IMAGE_BYTES;
  const isPlain = pages === 1 && orientation <= 1 && depth === 'uchar' && space !== 'cmyk';
  return isKnown && isSmall && isPlain;
}

async function isSound(image: Sharp): Promise<boolean> {
  return image
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
}

function tooManyPixels(width: number, height: number): string {
  const size = `${formatCount(width)} × ${formatCount(height)} px`;
  return `is too large to be decoded: ${size}; the maximum is ${formatCount(IMAGE_PIXELS)} pixels`;
}

function formatName({ format, compression }: Metadata): string {
  if (format === 'webp') return 'WebP';
  if (format === 'heif') return compression === 'av1' ? 'AVIF' : 'HEIF';
  return format.toUpperCase();
}

function firstLine(error: unknown): string {
  const text = errorText(error);
  return (text.trim().split('\n', 1)[0] ?? '').slice(0, 200).toWellFormed();
}

type OpenImage = (bytes: Buffer, options: SharpOptions) => Sharp;

/** The image library, loaded for the first image; undefined if it is not installed or can't run on this machine. */
function loadSharp(): Promise<OpenImage | undefined> {
  loading ??= import('sharp').then(
    ({ default: open }) => open,
    () => undefined,
  );
  return loading;
}

let loading: Promise<OpenImage | undefined> | undefined;
