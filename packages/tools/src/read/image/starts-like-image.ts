const STARTS = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a'] as const;

/** Whether data starts like an image of a type that model APIs take. */
export function startsLikeImage(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 12);
  return STARTS.some((one) => start.startsWith(one)) || (start.startsWith('RIFF') && start.endsWith('WEBP'));
}
