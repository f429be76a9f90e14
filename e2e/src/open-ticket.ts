import type { Locator, Page } from '@playwright/test'

export const rowOf = (page: Page, customer: string): Locator =>
  page.locator('[data-ticket-id]').filter({ hasText: customer })

/**
 * Opens a customer's conversation from the ticket list. A card is one large button; a table row is clicked on its text.
 */
export async function openTicket(page: Page, customer: string): Promise<void> {
  const row = rowOf(page, customer)
  await row.waitFor()
  const cover = row.getByRole('button', { name: `เปิดแชท ${customer}` })
  if ((await cover.count()) > 0) await cover.click()
  else await row.getByText(customer, { exact: true }).click()
}
