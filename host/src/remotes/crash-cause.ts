import { isPageTranslated } from '../page-translation.ts'

/** DOMException names of invalid arguments, which are bugs of the caller. All others describe the browser or its document. */
const MISTAKES = new Set([
  'SyntaxError',
  'DataCloneError',
  'InvalidCharacterError',
  'NamespaceError',
  'WrongDocumentError',
])

/** Messages of files or responses that did not arrive, such as `Failed to fetch`, as browsers write them. */
const NOT_ARRIVED = /^(?:ChunkLoadError|ContainerUnavailable|ApiError)$/
const NETWORK_WORDS =
  /failed to fetch|load failed|networkerror|importing a module script|dynamically imported module/i
/** Chromium, Firefox, Safari. */
const OUT_OF_MEMORY =
  /allocation failed|out of memory|allocation size overflow|array buffer|invalid array buffer length/i
const EXTENSION = /\b(?:chrome|moz|safari-web|ms-browser)-extension:/
/**
 * Returns true when a release is to blame for an error of its component or service. False for what comes from the browser: nodes that an
 * extension or a translation moved, storage that is full or blocked, no memory, files or responses that did not arrive. Another release
 * would fail in the same way, so the page stays on its release and offers a retry.
 */
export function isReleaseFault(error: unknown): boolean {
  return !isBrowserFault(error) && !isPageTranslated()
}

/** The same decision from the error alone, for modules that were not rendered yet. */
export function isBrowserFault(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false
  if (error instanceof DOMException && !MISTAKES.has(error.name)) return true
  if (NOT_ARRIVED.test(error.name) || (error as { code?: unknown }).code === 'CSS_CHUNK_LOAD_FAILED')
    return true
  if (error instanceof TypeError && NETWORK_WORDS.test(error.message)) return true
  if ((error instanceof RangeError || error.name === 'InternalError') && OUT_OF_MEMORY.test(error.message))
    return true
  return EXTENSION.test(error.stack ?? '') || isBrowserFault(error.cause, depth + 1)
}
