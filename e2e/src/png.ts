import type { Page } from '@playwright/test'

/** Returns a PNG image of one color, encoded by the browser. */
export const pngOf = (page: Page, colour: string): Promise<Buffer> => imageOf(page, colour, 'image/png')

export async function imageOf(page: Page, colour: string, type: 'image/png' | 'image/webp'): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([fill, kind]) => {
      const canvas = document.createElement('canvas')
      canvas.width = 300
      canvas.height = 400
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('no canvas')
      context.fillStyle = fill ?? ''
      context.fillRect(0, 0, 300, 400)
      return canvas.toDataURL(kind).split(',')[1] ?? ''
    },
    [colour, type],
  )
  return Buffer.from(base64, 'base64')
}
