import sharp from 'sharp'

/** The `width` and `height` of the SVG determine its size in px. */
export function pngOf(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).flatten().png().toBuffer()
}
