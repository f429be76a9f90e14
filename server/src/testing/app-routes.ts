import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { createTestDesk } from './test-desk.ts'

export interface Route {
  method: string
  path: string
}

/**
 * Returns every route that the app registers, the URL of a large file, and URLs that only the not-found handler serves.
 */
export async function routesOfApp(): Promise<Route[]> {
  const found: Route[] = []
  const listen = (message: unknown) => {
    ;(message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) found.push({ method: each, path: concrete(url) })
    })
  }
  subscribe('fastify.initialization', listen)
  const desk = await createTestDesk()
  unsubscribe('fastify.initialization', listen)
  await desk.close()
  const served = ['/r/sample/1/large.js', '/', '/chat'].map((path) => ({ method: 'GET', path }))
  return [...found, ...served, { method: 'POST', path: '/' }, { method: 'POST', path: '/api/nothing' }]
}

const concrete = (url: string) =>
  url
    .replace('*', 'nothing.js')
    .replaceAll(/:(\w+)/g, (_, name) =>
      name === 'channelKey' ? 'main' : '00000000-0000-7000-8000-000000000000',
    )
