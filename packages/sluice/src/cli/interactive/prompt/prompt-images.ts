import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { imageForModel } from '@sluice/tools';
import type { ImageBlock } from '@sluice/core';
import { clipboardImage } from './clipboard-image.ts';

export interface PromptImagesOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Puts a text into the prompt, where the cursor is. */
  readonly insert: (text: string) => void;
  readonly note: (text: string) => void;
}

/** Images attached to prompts. Each is in the text as `[image 1: 800×600]`; a text without it carries no image. */
export class PromptImages {
  readonly #options: PromptImagesOptions;
  readonly #images = new Map<string, ImageBlock>();

  constructor(options: PromptImagesOptions) {
    this.#options = options;
  }

  /** Attaches the image in the clipboard, or says why it can't. */
  async paste(): Promise<void> {
    const { env, insert, note } = this.#options;
    const found = await clipboardImage(env);
    if (!found.ok) {
      note(found.message);
      return;
    }
    const image = await imageForModel(found.bytes, { signal: AbortSignal.timeout(60_000) });
    if (!image.ok) {
      note(`The image ${image.reason}.`);
      return;
    }
    const mark = `[image ${this.#images.size + 1}: ${image.width}×${image.height}]`;
    this.#images.set(mark, image.block);
    insert(`${mark} `);
  }

  /** The images that a text has, in its order. */
  of(text: string): readonly ImageBlock[] {
    return [...this.#images]
      .filter(([mark]) => text.includes(mark))
      .toSorted(([one], [other]) => text.indexOf(one) - text.indexOf(other))
      .map(([, block]) => block);
  }
}

/** A pasted text that is the path of an image, as terminals paste a file that is dropped on them. Undefined: it is something else. */
export function imagePath(pasted: string): string | undefined {
  const text = pasted.trim();
  const quoted = /^'(.*)'$|^"(.*)"$/s.exec(text);
  const path = (quoted?.[1] ?? quoted?.[2] ?? text.replaceAll(/\\(.)/g, '$1')).replace(/^file:\/\//, '');
  return /^(?:\/|~\/|\.{0,2}\/)[^\n]*\.(?:png|jpe?g|gif|webp)$/i.test(path) ? path : undefined;
}

/** A pasted path of an image as a mention, which is read when the message is sent. Undefined: it is something else. */
export function mentionOf(pasted: string): string | undefined {
  const path = imagePath(pasted);
  if (path === undefined || !existsSync(path.replace(/^~/, homedir()))) return undefined;
  return /^[\w./+~-]+$/.test(path) ? `@${path} ` : `@"${path}" `;
}
