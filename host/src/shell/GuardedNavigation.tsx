import { type ReactNode, useContext, useMemo } from 'react'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom'
import { leavePage } from 'shared/extensions'

/** Replaces React Router's `useBlocker`, which needs a data router that adds 47 KB to every page. */
export function GuardedNavigation({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext)
  const guarded = useMemo(() => {
    const { navigator } = context
    const push: typeof navigator.push = (to, ...rest) => {
      const { pathname } = typeof to === 'string' ? new URL(to, location.href) : to
      if (pathname === undefined || pathname === location.pathname) navigator.push(to, ...rest)
      else leavePage(() => navigator.push(to, ...rest))
    }
    return { ...context, navigator: { ...navigator, push } }
  }, [context])
  return <NavigationContext.Provider value={guarded}>{children}</NavigationContext.Provider>
}
