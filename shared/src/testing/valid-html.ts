import { afterEach, expect } from 'vitest'

/**
 * Fails when an element is in a place where HTML does not allow it, such as a `div` in a `p`: a browser that parses the
 * same HTML moves such an element elsewhere.
 */
afterEach(() => {
  const { innerHTML } = document.body
  const { body } = document.implementation.createHTMLDocument()
  body.innerHTML = innerHTML
  expect(body.innerHTML).toBe(innerHTML)
})
