import { preloadMenus, whenIdle } from 'shared/ui'

const IDLE_WITHIN_MS = 3_000

/**
 * Fetches what the buttons of a conversation open once the page has nothing better to do, so that they open without a connection too.
 * What fails now is fetched when it is wanted. Returns the end of the wait.
 */
export function fetchWindows(): () => void {
  return whenIdle(() => {
    preloadMenus()
    for (const part of [
      import(/* webpackChunkName: "suggestion-search" */ '../suggestions/SuggestionSearch.tsx'),
      import(/* webpackChunkName: "suggestions" */ '../suggestions/SuggestionWindow.tsx'),
      import(/* webpackChunkName: "attach" */ './AttachQuestion.tsx'),
    ])
      part.catch(() => undefined)
  }, IDLE_WITHIN_MS)
}
