import { type ComponentType, lazy } from 'react'
import { LOGIN_CALLBACK_PATH, LOGIN_PATH } from 'shared/contract/constants.ts'
import { loadWithRetry } from './load-with-retry.ts'

type Screen = Promise<{ default: ComponentType }>

/** Lazy chunks of the host. The server preloads a chunk by its name when its page is requested. */
const loadLogin = (): Screen =>
  loadWithRetry(() => import(/* webpackChunkName: "login" */ './sign-in/LoginScreen.tsx'))
const loadCallback = (): Screen =>
  loadWithRetry(() => import(/* webpackChunkName: "callback" */ './sign-in/CallbackScreen.tsx'))
const loadShell = (): Screen =>
  loadWithRetry(() =>
    import(/* webpackChunkName: "shell" */ './shell/load-shell.ts').then((shell) => shell.loadShell()),
  )

export function loadScreenOf(pathname: string): Screen {
  const path = pathname.replace(/\/+$/, '')
  if (path === LOGIN_PATH) return loadLogin()
  return path === LOGIN_CALLBACK_PATH ? loadCallback() : loadShell()
}

export const LoginScreen = lazy(loadLogin)
export const CallbackScreen = lazy(loadCallback)
export const Shell = lazy(loadShell)
