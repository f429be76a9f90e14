import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { Route, Routes } from 'react-router-dom'
import { createDeskQueryClient, onUnauthorized } from 'shared/api'
import { endSession, useSession } from 'shared/session'
import {
  closeToasts,
  followDialogHistory,
  preloadOverlays,
  ThemeProvider,
  Toaster,
  whenIdle,
} from 'shared/ui'
import { RedirectToLandingPage, RoleGate } from '../guard/RoleGate.tsx'
import { loadWithRetry } from '../load-with-retry.ts'
import { useShortcuts } from '../palette/use-shortcuts.ts'
import { preloadWhenIdle } from '../remotes/preload-page.ts'
import { RemoteExtensions } from '../remotes/RemoteExtensions.tsx'
import { RemotePage } from '../remotes/RemotePage.tsx'
import { RemotePageLoading } from '../remotes/RemotePageStates.tsx'
import { readRegistry, remoteRoutes } from '../remotes/registry.ts'
import { SignOutConfirmation } from '../sign-out/SignOutConfirmation.tsx'
import { ignoreDroppedFiles } from './dropped-files.ts'
import { GuardedNavigation } from './GuardedNavigation.tsx'
import { NotFound } from './NotFound.tsx'
import { ShellLayout } from './ShellLayout.tsx'

/** The chunk has the name of the page's path, so that the server can preload it for that path. */
const ProfilePage = lazy(() =>
  loadWithRetry(() => import(/* webpackChunkName: "profile" */ '../profile/ProfilePage.tsx')),
)

export default function Shell() {
  const { profile } = useSession()
  const userId = profile?.id ?? null
  const role = profile?.role ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new person gets a new cache
  const queryClient = useMemo(() => createDeskQueryClient(), [userId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => closeToasts, [userId])

  useEffect(() => onUnauthorized(endSession), [])
  useEffect(() => followDialogHistory(), [])
  useEffect(() => ignoreDroppedFiles(), [])
  useShortcuts()
  useEffect(() => {
    if (!role) return
    const cancels = [preloadWhenIdle(), whenIdle(preloadOverlays)]
    return () => {
      for (const cancel of cancels) cancel()
    }
  }, [role])

  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <GuardedNavigation>
          <RemoteExtensions>
            <ShellRoutes />
          </RemoteExtensions>
        </GuardedNavigation>
        <SignOutConfirmation />
        <Toaster />
      </QueryClientProvider>
    </ThemeProvider>
  )
}

function ShellRoutes() {
  const loading = <RemotePageLoading />
  return (
    <Routes>
      <Route element={<ShellLayout />}>
        <Route index element={<RedirectToLandingPage fallback={loading} />} />
        <Route
          path="profile"
          element={
            <RoleGate fallback={loading}>
              <Suspense fallback={loading}>
                <ProfilePage />
              </Suspense>
            </RoleGate>
          }
        />
        {remoteRoutes(readRegistry()).map(({ path, role, remoteId, expose }) => (
          <Route
            key={path}
            path={path}
            element={
              <RoleGate role={role} fallback={loading}>
                <RemotePage remoteId={remoteId} expose={expose} />
              </RoleGate>
            }
          />
        ))}
        <Route
          path="*"
          element={
            <RoleGate fallback={loading}>
              <NotFound />
            </RoleGate>
          }
        />
      </Route>
    </Routes>
  )
}
