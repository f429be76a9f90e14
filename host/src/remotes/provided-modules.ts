/** Modules that this page provides to remotes, by the keys of `shared/federation/shared-dependencies.ts`. */
import dayjs from 'dayjs'
import React from 'react'
import ReactCompilerRuntime from 'react/compiler-runtime'
import ReactJsxDevRuntime from 'react/jsx-dev-runtime'
import ReactJsxRuntime from 'react/jsx-runtime'
import ReactDom from 'react-dom'
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
