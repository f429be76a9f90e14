import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Checks with axe in the page itself. The usual mode combines the results of frames in another page, which takes most
 * of the time, and the product has no frames.
 */
export const axeOf = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

/** Returns serious and critical axe violations. Waits for the fonts, by which axe distinguishes text from icons. */
export async function seriousProblems(page: Page): Promise<string[]> {
  await page.evaluate(async () => void (await document.fonts.ready))
  const { violations } = await axeOf(page).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)
}
