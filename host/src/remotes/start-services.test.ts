import { QueryClient } from '@tanstack/react-query'
import type { StartService } from 'shared/extensions'
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest'
import { mockModuleSource, mockRelease, mockRemote } from '../testing/mock-remotes.ts'
import type { ModuleSource } from './load-module.ts'
import { replaceRegistry } from './registry.ts'
import { startServices } from './start-services.ts'

/** Timeout for slow machines, longer than Vitest's default of one second. */
const SOON = { timeout: 15_000 }

const service = (name: string) => ({ remoteId: 'chat', expose: `./${name}` })
const context = { role: 'ADMIN', queryClient: new QueryClient(), navigate: () => {} } as const

const exposes = { './Alerts': { js: [], css: [] }, './Presence': { js: [], css: [] } }
const chat = mockRemote(mockRelease('new', { exposes }), mockRelease('old', { exposes }))

/** Simulates modules by release and name. All other modules fail to load. */
function source(modules: Record<string, StartService>): ModuleSource {
  return mockModuleSource(async ({ release }, expose) => {
    const start = modules[`${release} ${expose}`]
    if (start === undefined) throw new TypeError(`${expose} threw while loading`)
    return { default: start }
  })
}

let errors: Mock<typeof console.error>

beforeEach(() => {
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent: '{"revision":0,"remotes":{}}' }),
    querySelector: () => null,
  })
  replaceRegistry({ revision: 1, remotes: { chat } })
  errors = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('starts a service with the role, the query cache and a navigate function, and stops it', async () => {
  const stop = vi.fn()
  const start = vi.fn<StartService>(() => stop)
  const stopAll = startServices([service('Alerts')], context, source({ 'new ./Alerts': start }))
  await vi.waitFor(() => expect(start).toHaveBeenCalledExactlyOnceWith(context), SOON)
  await vi.waitFor(() => {
    stopAll()
    expect(stop).toHaveBeenCalledOnce()
  }, SOON)
  expect(errors).not.toHaveBeenCalled()
})

test('logs the error of a service that throws and keeps the other services running', async () => {
  const fails = vi.fn<StartService>(() => {
    throw new Error('no sound')
  })
  const runs = vi.fn<StartService>(() => undefined)
  const modules = { 'new ./Alerts': fails, 'old ./Alerts': fails, 'new ./Presence': runs }
  startServices([service('Alerts'), service('Presence')], context, source(modules))
  await vi.waitFor(() => expect(errors).toHaveBeenCalledOnce(), SOON)
  expect(errors).toHaveBeenCalledWith('service ./Alerts of remote chat:', new Error('no sound'))
  expect(runs).toHaveBeenCalledOnce()
})

test('starts a service from the previous release when the active release throws', async () => {
  const runs = vi.fn<StartService>(() => undefined)
  const modules = {
    'new ./Alerts': () => Promise.reject(new Error('no sound')),
    'old ./Alerts': runs,
  }
  startServices([service('Alerts')], context, source(modules))
  await vi.waitFor(() => expect(runs).toHaveBeenCalledOnce(), SOON)
})

test('stops a service that finishes starting after all services were stopped', async () => {
  const stop = vi.fn()
  const started = Promise.withResolvers<typeof stop>()
  const start = vi.fn<StartService>(() => started.promise)
  const stopAll = startServices([service('Alerts')], context, source({ 'new ./Alerts': start }))
  await vi.waitFor(() => expect(start).toHaveBeenCalled(), SOON)
  stopAll()
  expect(stop).not.toHaveBeenCalled()
  started.resolve(stop)
  await vi.waitFor(() => expect(stop).toHaveBeenCalledOnce(), SOON)
})

test('does not try the previous release when the browser made a service fail', async () => {
  const full = new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  const old = vi.fn<StartService>(() => undefined)
  const modules = { 'new ./Alerts': () => Promise.reject(full), 'old ./Alerts': old }
  startServices([service('Alerts')], context, source(modules))
  await vi.waitFor(() => expect(errors).toHaveBeenCalledWith('service ./Alerts of remote chat:', full), SOON)
  expect(old).not.toHaveBeenCalled()
})
