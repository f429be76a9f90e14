import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime'
import type { PageRelease } from 'shared/federation/remote-manifest.ts'
import { ContainerUnavailable } from './remote-load-error.ts'

/** A container's entry has this long to arrive. */
const ENTRY_TIMEOUT_MS = 8_000

/**
 * What the release registry adds to the runtime's loader: the integrity of an entry, how long it may take, and an error that
 * tells an entry that did not come from one that came and threw.
 */
export function createRegistryPlugin(
  releaseOf: (container: string) => PageRelease | undefined,
): ModuleFederationRuntimePlugin {
  return {
    name: 'desk-registry',
    createScript({ url, remoteInfo }) {
      const release = remoteInfo && releaseOf(remoteInfo.name)
      const script = document.createElement('script')
      // As the preload links ask, or the browser fetches twice.
      script.crossOrigin = 'anonymous'
      script.integrity = release?.files[release.entry]?.integrity ?? ''
      script.async = true
      script.src = url
      return { script, timeout: ENTRY_TIMEOUT_MS }
    },
    // Called when the script could not be had: not there, refused by its hash, or too late. What is thrown here is what
    // `loadRemote` rejects with.
    async loadEntryError({ remoteInfo }) {
      throw new ContainerUnavailable(remoteInfo.entry)
    },
  }
}
