import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime'
import type { PageRelease } from 'shared/federation/remote-manifest.ts'
import { ContainerUnavailable } from './remote-load-error.ts'

const ENTRY_TIMEOUT_MS = 8_000

/** Federation plugin. A container entry that cannot be fetched has its own error class, unlike an entry that throws. */
export function createRegistryPlugin(
  releaseOf: (container: string) => PageRelease | undefined,
): ModuleFederationRuntimePlugin {
  return {
    name: 'desk-registry',
    createScript({ url, remoteInfo }) {
      const release = remoteInfo && releaseOf(remoteInfo.name)
      const script = document.createElement('script')
      // Must equal `crossorigin` of the preload links; otherwise the browser fetches the file twice.
      script.crossOrigin = 'anonymous'
      script.integrity = release?.files[release.entry]?.integrity ?? ''
      script.async = true
      script.src = url
      return { script, timeout: ENTRY_TIMEOUT_MS }
    },
    // `loadRemote` rejects with the error that this hook throws.
    async loadEntryError({ remoteInfo }) {
      throw new ContainerUnavailable(remoteInfo.entry)
    },
  }
}
