export function rowIndexOf(element: Element | null): number {
  const row = element?.closest<HTMLElement>('[data-index]')
  return Number(row?.dataset.index ?? -1)
}

export function findMessage(element: Element, id: string): HTMLElement | null {
  const name = CSS.escape(id)
  return element.querySelector(`[data-message="${name}"], [data-note="${name}"]`)
}

const UNREAD_GAP_PX = 8

/** Returns by how many px the unread separator and the gap above it are hidden under the sticky day heading. */
export function hiddenHeightPx(element: HTMLElement, line: HTMLElement): number {
  const day = line.closest('section')?.firstElementChild
  const edge = element.getBoundingClientRect().top + (day?.getBoundingClientRect().height ?? 0)
  return edge + UNREAD_GAP_PX - line.getBoundingClientRect().top
}

/** Returns the first message that starts in the view, or else the last one. Binary search by vertical position. */
export function firstInView(element: HTMLElement): HTMLElement | null {
  const messages = element.querySelectorAll<HTMLElement>('[data-message]')
  const edge = element.getBoundingClientRect().top
  let [from, to] = [0, messages.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((messages[middle]?.getBoundingClientRect().top ?? 0) < edge) from = middle + 1
    else to = middle
  }
  return messages[from] ?? messages[from - 1] ?? null
}

/** Returns the distance between a message and the start of the content in px, independent of the scroll position. */
export function offsetIn(element: HTMLElement, message: Element): number {
  return message.getBoundingClientRect().top - element.getBoundingClientRect().top + element.scrollTop
}

const HIGHLIGHT_MS = 1_600

export function scrollToMiddle(log: HTMLElement, message: HTMLElement): void {
  const [view, position] = [log.getBoundingClientRect(), message.getBoundingClientRect()]
  log.scrollTop += position.top - view.top - Math.max(0, (view.height - position.height) / 2)
}

export function markMessage(target: HTMLElement): void {
  target.tabIndex = -1
  target.focus({ preventScroll: true })
  target.animate(
    { boxShadow: ['0 0 0 3px var(--desk-green)', '0 0 0 3px var(--desk-green)', '0 0 0 3px transparent'] },
    HIGHLIGHT_MS,
  )
}
