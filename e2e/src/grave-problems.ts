import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds wrong on a page that is serious or critical, once its fonts are there: by them it tells words from icons. */
export async function graveProblems(page: Page): Promise<string[]> {
  await page.evaluate(async () => void (await document.fonts.ready))
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)
}
