/** Number of components rendered since the last reset, in total and for message bubbles. */
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
 * Counts React's renders by the hook of its developer tools, which is also called in production builds. Call it before
 * React loads. It has no imports, so it can be used as a browser init script. Returns the count, which is also
 * available as `window.renderCount`.
 */
export function countRenders(): RenderCount {
  // React's internal constants (ReactWorkTags.js, ReactFiberFlags.js): function, forwardRef, memo and simple memo
  // components; a host element.
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
    // Same children as before: nothing below this component was rendered.
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
