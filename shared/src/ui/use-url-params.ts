import { useCallback } from 'react'
// biome-ignore lint/style/noRestrictedImports: this hook corrects it, and everything else uses this hook.
import { type NavigateOptions, useLocation, useSearchParams } from 'react-router-dom'

export type ChangeUrlParams = (
  change: (now: URLSearchParams) => URLSearchParams,
  options?: NavigateOptions,
) => void

/**
 * `now` includes changes that are not rendered yet. React Router's own `useSearchParams` leaves these out: the second
 * of two fast changes would undo the first.
 */
export function useUrlParams(): [URLSearchParams, ChangeUrlParams] {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const change: ChangeUrlParams = useCallback(
    (to, options) => setParams((rendered) => to(latestParams(pathname) ?? rendered), options),
    [setParams, pathname],
  )
  return [params, change]
}

/** Returns the current parameters of the URL. Null when the URL shows another page, or belongs to no router. */
function latestParams(pathname: string): URLSearchParams | null {
  const isRouted = typeof Object(window.history.state).idx === 'number'
  return isRouted && window.location.pathname === pathname
    ? new URLSearchParams(window.location.search)
    : null
}
