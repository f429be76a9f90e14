import { afterEach, expect, test, vi } from 'vitest'
import { isReleaseFault } from './is-release-fault.ts'
import { ContainerUnavailable } from './remote-load-error.ts'

const named = (name: string) => Object.assign(new Error('x'), { name })
const withStack = (stack: string) => Object.assign(new TypeError('x is null'), { stack })

afterEach(() => {
  vi.unstubAllGlobals()
})

const FOREIGN: readonly (readonly [string, unknown])[] = [
  ['a node that was moved', new DOMException('The node to be removed is not a child', 'NotFoundError')],
  [
    'a node at a wrong position',
    new DOMException('The new child contains the parent', 'HierarchyRequestError'),
  ],
  ['full storage', new DOMException('The quota has been exceeded.', 'QuotaExceededError')],
  ['blocked storage', new DOMException('Access is denied', 'SecurityError')],
  ['a closed database', new DOMException('The connection is closing', 'InvalidStateError')],
  ['an aborted call', new DOMException('signal timed out', 'TimeoutError')],
  ['no memory in Chromium', new RangeError('Array buffer allocation failed')],
  ['no memory in Safari', new RangeError('Out of memory')],
  ['no memory in Firefox', outOfMemoryInFirefox()],
  ['a missing script', named('ChunkLoadError')],
  ['a missing style sheet', Object.assign(new Error('x'), { code: 'CSS_CHUNK_LOAD_FAILED' })],
  ['a missing container', new ContainerUnavailable('/r/chat/1/remoteEntry.js')],
  ['a failed call', named('ApiError')],
  ['a failed fetch in Chromium', new TypeError('Failed to fetch')],
  ['a failed fetch in Safari', new TypeError('Load failed')],
  ['a failed fetch in Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
  ['an extension in Chromium', withStack('at f (chrome-extension://abc/content.js:1:2)')],
  ['an extension in Firefox', withStack('f@moz-extension://abc/content.js:1:2')],
  ['a wrapped error', new Error('not shown', { cause: new DOMException('x', 'NotFoundError') })],
]

function outOfMemoryInFirefox(): Error {
  return Object.assign(new Error('allocation size overflow'), { name: 'InternalError' })
}

test.each(FOREIGN)('does not treat %s as a bug of the release', (_what, error) => {
  vi.stubGlobal('document', { querySelector: () => null })
  expect(isReleaseFault(error)).toBe(false)
})

test.each([
  new TypeError("Cannot read properties of undefined (reading 'map')"),
  new RangeError('Maximum call stack size exceeded'),
  new RangeError('Invalid array length'),
  new ReferenceError('x is not defined'),
  new DOMException("'..' is not a valid selector", 'SyntaxError'),
  new Error('oops'),
  'a string',
])('treats %s as a bug of the release', (error) => {
  vi.stubGlobal('document', { querySelector: () => null })
  expect(isReleaseFault(error)).toBe(true)
})

test('treats no error as a bug of the release while the page is translated', () => {
  vi.stubGlobal('document', { querySelector: () => ({}) })
  expect(isReleaseFault(new TypeError('x is null'))).toBe(false)
})
