import type { Page } from '@playwright/test'

/** Minimum distance between text and the window's edge, in CSS pixels after zoom. */
const EDGE_PX = 4
/** Minimum line height. Thai marks are stacked two levels high, and would touch the line above at a lower height. */
const LINE_HEIGHT = 1.5

/**
 * Reports text that is hard to read: text that makes the page scroll horizontally, is outside its box, or is less than
 * 4 px from the window's edge; Thai lines with a height below 1.5; and truncated chips.
 */
export function misplacedTexts(page: Page): Promise<string[]> {
  return page.evaluate(findMisplaced, { edge: EDGE_PX, lineHeight: LINE_HEIGHT })
}

/** Runs in the page, without access to variables of the test. */
function findMisplaced(limits: { edge: number; lineHeight: number }): string[] {
  const found = new Set<string>()
  const width = window.innerWidth
  const sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth
  if (sideways > 0) found.add(`the page scrolls sideways by ${sideways} px`)
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    const element = node.parentElement
    if (text === '' || element === null || element.closest('[inert], option, script, style') !== null)
      continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const words = `"${text.slice(0, 40)}" (${element.tagName.toLowerCase()}.${element.className})`
    const style = getComputedStyle(element)
    const lineHeight = Number.parseFloat(style.lineHeight) / Number.parseFloat(style.fontSize)
    if (/[\u0e00-\u0e7f]/.test(text) && lineHeight < limits.lineHeight - 0.01)
      found.add(`${words} has lines of ${lineHeight.toFixed(2)}`)
    const isChip = element.matches('.mantine-Badge-label')
    if (isChip && element.scrollWidth > element.clientWidth) found.add(`${words} is cut off`)
    for (const shown of shownParts(node)) {
      if (shown.left < limits.edge || shown.right > width - limits.edge)
        found.add(`${words} at the edge: ${Math.round(shown.left)} to ${Math.round(shown.right)} of ${width}`)
      if (shown.isOutside) found.add(`${words} leaves its box`)
    }
  }
  return [...found]

  /** Returns the visible parts of the lines of a text. */
  function shownParts(node: Node): { left: number; right: number; isOutside: boolean }[] {
    const range = document.createRange()
    const text = node.textContent ?? ''
    // Ignores spaces at both ends of a text, because they extend beyond the line's edge.
    range.setStart(node, text.length - text.trimStart().length)
    range.setEnd(node, text.trimEnd().length)
    return [...range.getClientRects()].flatMap((line) => {
      let { left, right } = line
      let block: DOMRect | null = null
      let isOutside = false
      for (let each = node.parentElement; each !== null; each = each.parentElement) {
        const { display, overflowX, overflowY } = getComputedStyle(each)
        const box = each.getBoundingClientRect()
        // Skips text of at most 1 px, which is only for screen readers.
        if (box.width <= 1 || box.height <= 1) return []
        if (display === 'inline' || display === 'contents') continue
        if (overflowX !== 'visible') {
          left = Math.max(left, box.left)
          right = Math.min(right, box.right)
          if (overflowY !== 'visible' && (line.bottom < box.top || line.top > box.bottom)) return []
        } else if (block === null) isOutside = line.left < box.left - 1 || line.right > box.right + 4
        block ??= box
      }
      return right - left < 1 ? [] : [{ left, right, isOutside }]
    })
  }
}
