import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { LOGIN_CALLBACK_PATH, LOGIN_PATH } from 'shared/contract/constants.ts'
import { RequireSession } from './guard/RequireSession.tsx'
import { CallbackScreen, LoginScreen, Shell } from './lazy-screens.ts'

export function App() {
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route path={LOGIN_PATH} element={<LoginScreen />} />
        <Route path={LOGIN_CALLBACK_PATH} element={<CallbackScreen />} />
        <Route
          path="*"
          element={
            <RequireSession>
              <Shell />
            </RequireSession>
          }
        />
      </Routes>
    </Suspense>
  )
}
