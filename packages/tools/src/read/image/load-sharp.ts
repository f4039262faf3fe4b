import type { Sharp, SharpOptions } from 'sharp';

export type OpenImage = (bytes: Buffer, options: SharpOptions) => Sharp;

/** The image library, loaded for the first image; undefined if it is not installed or can't run on this machine. */
export function loadSharp(): Promise<OpenImage | undefined> {
  loading ??= import('sharp').then(
    ({ default: open }) => open,
    () => undefined,
  );
  return loading;
}

let loading: Promise<OpenImage | undefined> | undefined;
