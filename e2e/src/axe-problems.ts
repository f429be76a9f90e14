import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Returns serious and critical axe violations. Waits for the fonts, by which axe distinguishes text from icons. */
export async function seriousProblems(page: Page): Promise<string[]> {
  await page.evaluate(async () => void (await document.fonts.ready))
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)
}
