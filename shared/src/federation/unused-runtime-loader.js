/**
 * Parts of the federation runtime that this product does not use, with their replacements. Releases have no snapshots or manifests for the
 * runtime (entries are scripts named by the registry), the host preloads files itself, and errors carry codes.
 */
const REPLACEMENTS = {
  'SnapshotHandler.js': `
    export { DisabledSnapshotHandler as SnapshotHandler } from './disabled.js'
    export const getGlobalRemoteInfo = () => ({})`,
  'preload.js': `
    const unused = () => { throw new Error('not part of this build: preloadRemote') }
    export { unused as formatPreloadArgs, unused as normalizePreloadExposes, unused as preloadAssets }
    export const defaultPreloadArgs = {}`,
  'desc.mjs': `
    const none = {}
    export { none as buildDescMap, none as errorDescMap, none as runtimeDescMap, none as typeDescMap }`,
}

/** Replaces a file of the federation runtime that `UNUSED_RUNTIME` (`build-config.ts`) lists. */
export default function unusedRuntimeLoader() {
  return REPLACEMENTS[this.resourcePath.replace(/^.*[\\/]/, '')]
}
