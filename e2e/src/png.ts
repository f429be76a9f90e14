import type { Page } from '@playwright/test'

/** A picture of one colour, as a browser makes it. */
export async function pngOf(page: Page, colour: string): Promise<Buffer> {
  const base64 = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas')
    canvas.width = 300
    canvas.height = 400
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('no canvas')
    context.fillStyle = fill
    context.fillRect(0, 0, 300, 400)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  }, colour)
  return Buffer.from(base64, 'base64')
}
