import { isPageTranslated } from '../page-translation.ts'

/** Names of DOMExceptions caused by bugs of the calling code. All other DOMExceptions are caused by the browser. */
const CALLER_ERRORS = new Set([
  'SyntaxError',
  'DataCloneError',
  'InvalidCharacterError',
  'NamespaceError',
  'WrongDocumentError',
])

/** Errors for files or responses that did not arrive: their names, and the messages of each browser. */
const LOADING_ERRORS = /^(?:ChunkLoadError|ContainerUnavailable|ApiError)$/
const NETWORK_MESSAGES =
  /failed to fetch|load failed|networkerror|importing a module script|dynamically imported module/i
/** Out-of-memory messages of Chromium, Firefox and Safari. */
const OUT_OF_MEMORY =
  /allocation failed|out of memory|allocation size overflow|array buffer|invalid array buffer length/i
const EXTENSION = /\b(?:chrome|moz|safari-web|ms-browser)-extension:/
/**
 * Returns false when the browser caused the error: nodes that an extension or a translation moved, full or blocked
 * storage, no memory, missing files or responses. Another release would fail in the same way.
 */
export function isReleaseFault(error: unknown): boolean {
  return !isBrowserFault(error) && !isPageTranslated()
}

/** Returns true for errors that the browser causes. Does not check whether the page is translated. */
export function isBrowserFault(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 4) return false
  if (error instanceof DOMException && !CALLER_ERRORS.has(error.name)) return true
  if (LOADING_ERRORS.test(error.name) || (error as { code?: unknown }).code === 'CSS_CHUNK_LOAD_FAILED')
    return true
  if (error instanceof TypeError && NETWORK_MESSAGES.test(error.message)) return true
  if ((error instanceof RangeError || error.name === 'InternalError') && OUT_OF_MEMORY.test(error.message))
    return true
  return EXTENSION.test(error.stack ?? '') || isBrowserFault(error.cause, depth + 1)
}
