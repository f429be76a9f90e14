/** The modules that remotes receive from this page as a whole, by the keys of `shared/federation/shared-dependencies.ts`. */
import * as dayjs from 'dayjs'
import * as React from 'react'
import * as ReactCompilerRuntime from 'react/compiler-runtime'
import * as ReactJsxDevRuntime from 'react/jsx-dev-runtime'
import * as ReactJsxRuntime from 'react/jsx-runtime'
import * as ReactDom from 'react-dom'
import * as api from 'shared/api'
import * as extensions from 'shared/extensions'
import * as reactRouterDom from 'shared/federation/provided/react-router-dom.ts'
import * as session from 'shared/federation/provided/session.ts'
import type { ProvidedKey } from 'shared/federation/shared-dependencies.ts'
import * as realtime from 'shared/realtime'

export const providedModules: Readonly<Record<ProvidedKey, object>> = {
  react: React,
  'react/compiler-runtime': ReactCompilerRuntime,
  'react/jsx-runtime': ReactJsxRuntime,
  'react/jsx-dev-runtime': ReactJsxDevRuntime,
  'react-dom': ReactDom,
  'react-router-dom': reactRouterDom,
  dayjs,
  'shared/api': api,
  'shared/extensions': extensions,
  'shared/realtime': realtime,
  'shared/session': session,
}
