import type { Page } from '@playwright/test'

/**
 * Returns a JPEG of 120 × 80 px with a red upper left quarter. The pixels are stored as a camera would store them,
 * with an EXIF orientation of 1 to 8.
 */
export async function jpegTurned(page: Page, orientation: number): Promise<Buffer> {
  const base64 = await page.evaluate((turned) => {
    const isOnSide = turned > 4
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = isOnSide ? [80, 120] : [120, 80]
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('no canvas')
    // Transformations from the upright image to the stored pixels. Viewers reverse them.
    const matrices: Record<number, [number, number, number, number, number, number]> = {
      1: [1, 0, 0, 1, 0, 0],
      2: [-1, 0, 0, 1, 120, 0],
      3: [-1, 0, 0, -1, 120, 80],
      4: [1, 0, 0, -1, 0, 80],
      5: [0, 1, 1, 0, 0, 0],
      6: [0, -1, 1, 0, 0, 120],
      7: [0, -1, -1, 0, 80, 120],
      8: [0, 1, -1, 0, 80, 0],
    }
    context.setTransform(...(matrices[turned] ?? [1, 0, 0, 1, 0, 0]))
    context.fillStyle = 'blue'
    context.fillRect(0, 0, 120, 80)
    // A different shade for each orientation: otherwise the upright images would be identical.
    context.fillStyle = `rgb(255, ${turned * 6}, 0)`
    context.fillRect(0, 0, 60, 40)
    return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] ?? ''
  }, orientation)
  const jpeg = Buffer.from(base64, 'base64')
  return Buffer.concat([jpeg.subarray(0, 2), exifOf(orientation), jpeg.subarray(2)])
}

/** Returns a JPEG of a given size in bytes, padded with zeros as by some phones. */
export async function jpegOf(page: Page, bytes: number): Promise<Buffer> {
  const jpeg = await jpegTurned(page, 1)
  return Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
}

/** Returns an APP1 segment that contains only the orientation (EXIF 2.3, 4.6.4). */
function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(0x0112, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/**
 * Returns the size of the image at a URL, and whether it is upright: red in the upper left and blue in the lower right.
 */
export function readJpeg(
  page: Page,
  url: string,
): Promise<{ width: number; height: number; isUpright: boolean }> {
  return page.evaluate(async (link) => {
    const bitmap = await createImageBitmap(await (await fetch(link)).blob())
    const { width, height } = bitmap
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('no canvas')
    context.drawImage(bitmap, 0, 0)
    const at = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data]
    const [red = 0, , blue = 255] = at(width * 0.2, height * 0.2)
    const [otherRed = 255, , otherBlue = 0] = at(width * 0.8, height * 0.8)
    return { width, height, isUpright: red > 200 && blue < 60 && otherRed < 60 && otherBlue > 200 }
  }, url)
}
