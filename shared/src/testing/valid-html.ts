import { afterEach, expect } from 'vitest'

/** Elements that a browser moves elsewhere when it parses them in a paragraph. */
const BLOCKS = 'div, p, ul, ol, dl, table, form, fieldset, section, header, footer, pre, hr, h1, h2, h3, h4'
/** Frequent mistakes. Chromium's parser allows a button in a button, which HTML does not. */
const MISPLACED = `p :is(${BLOCKS}), a a, button button, form form`

const misplaced: string[] = []

// Checks every state of the page, such as a placeholder while data is loaded.
new MutationObserver(() => {
  for (const element of document.querySelectorAll(MISPLACED)) misplaced.push(element.outerHTML)
}).observe(document.body, { childList: true, subtree: true })

/** Fails when an element was in a place where HTML does not allow it, or when a browser would parse the page differently. */
afterEach(() => {
  expect(misplaced.splice(0)).toEqual([])
  const { innerHTML } = document.body
  const { body } = document.implementation.createHTMLDocument()
  body.innerHTML = innerHTML
  expect(body.innerHTML).toBe(innerHTML)
})
