/** The modules behind the keys of `shared/federation/shared-dependencies.ts`: what remotes receive from this page. */
import * as React from 'react'
import * as ReactJsxDevRuntime from 'react/jsx-dev-runtime'
import * as ReactJsxRuntime from 'react/jsx-runtime'
import * as ReactDom from 'react-dom'
import * as api from 'shared/api'
import * as reactQuery from 'shared/federation/provided/react-query.ts'
import * as reactRouterDom from 'shared/federation/provided/react-router-dom.ts'
import * as session from 'shared/federation/provided/session.ts'
import type { ProvidedKey } from 'shared/federation/shared-dependencies.ts'
import * as realtime from 'shared/realtime'
import * as ui from 'shared/ui'

export const providedModules: Readonly<Record<ProvidedKey, object>> = {
  react: React,
  'react/jsx-runtime': ReactJsxRuntime,
  'react/jsx-dev-runtime': ReactJsxDevRuntime,
  'react-dom': ReactDom,
  'react-router-dom': reactRouterDom,
  '@tanstack/react-query': reactQuery,
  'shared/api': api,
  'shared/realtime': realtime,
  'shared/session': session,
  'shared/ui': ui,
}
