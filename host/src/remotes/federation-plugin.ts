import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime'
import type { PageRelease } from 'shared/federation/remote-manifest.ts'
import { ContainerUnavailable } from './remote-load-error.ts'

/** Timeout for the script of a container's entry in ms. */
const ENTRY_TIMEOUT_MS = 8_000

/**
 * Plugin of the federation runtime that applies the release registry to entries: integrity, a timeout, and a separate
 * error class for an entry that could not be fetched, in contrast to one that threw.
 */
export function createRegistryPlugin(
  releaseOf: (container: string) => PageRelease | undefined,
): ModuleFederationRuntimePlugin {
  return {
    name: 'desk-registry',
    createScript({ url, remoteInfo }) {
      const release = remoteInfo && releaseOf(remoteInfo.name)
      const script = document.createElement('script')
      // Must match the preload links; otherwise the browser fetches the file twice.
      script.crossOrigin = 'anonymous'
      script.integrity = release?.files[release.entry]?.integrity ?? ''
      script.async = true
      script.src = url
      return { script, timeout: ENTRY_TIMEOUT_MS }
    },
    // Called when the script failed to load: missing, rejected by its hash, or timed out. `loadRemote` rejects with the
    // error that is thrown here.
    async loadEntryError({ remoteInfo }) {
      throw new ContainerUnavailable(remoteInfo.entry)
    },
  }
}
