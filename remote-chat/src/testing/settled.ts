import type { QueryClient } from '@tanstack/react-query'
import { expect } from 'vitest'

/** Waits until updates are painted, including position corrections by observers. */
export const frames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Waits until all fetches have ended and are painted. */
export async function settled(client: QueryClient): Promise<void> {
  await expect.poll(() => client.isFetching()).toBe(0)
  await frames()
}
