import { parseRegistry, replaceRegistry } from './registry.ts'

const REFRESH_TIMEOUT_MS = 5_000

/** Asks the server for the registry as it is now, so that a retry sees a release made since. Keeps the old one on any failure. */
export async function refreshRegistry(): Promise<void> {
  try {
    const response = await fetch('/r/registry.json', { signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS) })
    if (!response.ok) throw new Error(`registry answered ${response.status}`)
    const registry = parseRegistry(await response.text())
    replaceRegistry(registry)
  } catch (error) {
    console.warn('release registry not refreshed', error)
  }
}
