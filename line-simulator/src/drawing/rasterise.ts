import sharp from 'sharp'

/** Renders an SVG as an opaque PNG of the size given by its `width` and `height` in px. */
export function pngOf(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).flatten().png().toBuffer()
}
