import sharp from 'sharp'

export function pngOf(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).flatten().png().toBuffer()
}
