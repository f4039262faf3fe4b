import type { ShowImage } from '@sluice/mcp';
import { imageForModel } from '@sluice/tools';

/** Pixels of the longer side: the Messages API takes no more in a request with many images. Servers' coordinates hold up to it. */
const MAX_SIDE = 2_000;

/** An image of an MCP server, checked and bounded as Read's images are. */
export const showServerImage: ShowImage = async (bytes, signal) => {
  const image = await imageForModel(bytes, { signal, side: MAX_SIDE });
  if (!image.ok) return { ok: false, reason: `it ${image.reason}` };
  const { width, height, block } = image;
  const isSmaller = width > MAX_SIDE || height > MAX_SIDE;
  const note = isSmaller ? `The image has ${width} × ${height} px and is shown smaller.` : undefined;
  return { ok: true, data: block.source.data, mimeType: block.source.media_type, note };
};
