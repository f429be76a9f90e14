import { parseRegistry, replaceRegistry } from './registry.ts'

const REFRESH_TIMEOUT_MS = 5_000

/** Fetches the registry again. On any failure the page keeps its current registry. */
export async function refreshRegistry(): Promise<void> {
  try {
    const response = await fetch('/r/registry.json', { signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS) })
    if (!response.ok) throw new Error(`the registry returned ${response.status}`)
    const registry = parseRegistry(await response.text())
    replaceRegistry(registry)
  } catch (error) {
    console.warn('the release registry could not be refreshed', error)
  }
}
