import sharp from 'sharp'

/** An opaque PNG of a drawing, as large as its `width` and `height` say in px. */
export function pngOf(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).flatten().png().toBuffer()
}
