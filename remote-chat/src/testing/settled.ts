import type { QueryClient } from '@tanstack/react-query'
import { expect } from 'vitest'

/** What has come is painted: observers have measured it, and what they correct stands. */
export const frames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** All that the page has asked for is answered and painted. */
export async function settled(client: QueryClient): Promise<void> {
  await expect.poll(() => client.isFetching()).toBe(0)
  await frames()
}
