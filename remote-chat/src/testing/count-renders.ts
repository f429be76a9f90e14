/** How many components have been drawn since the last reset: all of them, and the bubbles of a conversation among them. */
export interface RenderCount {
  components: number
  bubbles: number
}

interface Fiber {
  tag: number
  flags: number
  alternate: Fiber | null
  child: Fiber | null
  sibling: Fiber | null
  memoizedProps: Record<string, unknown> | null
}

/**
 * Counts what React draws, by the hook that its developer tools use: it is called in production builds too. Call it in the
 * page before React is loaded; it stands alone, so that a browser can be given it as an init script. Returns the count, which
 * also stands at `window.renderCount`.
 */
export function countRenders(): RenderCount {
  // React's own marks (ReactWorkTags.js, ReactFiberFlags.js): function, forwardRef, memo and simple memo components; a host element.
  const COMPONENTS = [0, 11, 14, 15]
  const HOST = 5
  const PERFORMED_WORK = 1
  const count: RenderCount = { components: 0, bubbles: 0 }
  const note = (fiber: Fiber) => {
    if (!COMPONENTS.includes(fiber.tag) || (fiber.flags & PERFORMED_WORK) === 0) return
    count.components += 1
    if (fiber.child?.tag === HOST && fiber.child.memoizedProps?.['data-message'] !== undefined)
      count.bubbles += 1
  }
  const walk = (fiber: Fiber) => {
    // The same children as before: nothing below has been drawn.
    if (fiber.alternate !== null && fiber.alternate.child === fiber.child) return
    for (let child = fiber.child; child !== null; child = child.sibling) {
      note(child)
      walk(child)
    }
  }
  const target = window as unknown as Record<string, unknown>
  target.renderCount = count
  target.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    checkDCE: () => undefined,
    onCommitFiberRoot: (_: number, root: { current: Fiber }) => walk(root.current),
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
  }
  return count
}
