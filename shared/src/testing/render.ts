import { flushSync } from 'react-dom'
// biome-ignore lint/style/noRestrictedImports: the only place that renders later
import { type RenderOptions, type RenderResult, render as renderLater } from 'vitest-browser-react'

/**
 * Renders an element into the page, immediately: without React's `act`, which only the development build has,
 * `vitest-browser-react` renders some time later.
 */
export async function render(element: React.ReactNode, options?: RenderOptions): Promise<RenderResult> {
  const result = await flushSync(() => renderLater(element, options))
  return { ...result, rerender: (changed) => flushSync(() => result.rerender(changed)) }
}
