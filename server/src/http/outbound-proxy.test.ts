import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { useProxyOfEnvironment } from './outbound-proxy.ts'

const requests: string[] = []
const proxy = createServer().on('connect', (request, socket) => {
  requests.push(request.url ?? '')
  socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
})
const here = createServer((_request, response) => response.end('here'))
afterAll(() => {
  proxy.close()
  here.close()
})

test('sends outbound calls through the configured proxy, except to NO_PROXY and this machine', async () => {
  for (const server of [proxy, here]) await once(server.listen(0, '127.0.0.1'), 'listening')
  const portOf = (server: typeof proxy) => (server.address() as AddressInfo).port
  const url = `http://127.0.0.1:${portOf(proxy)}`
  useProxyOfEnvironment({ HTTPS_PROXY: url, HTTP_PROXY: url, NO_PROXY: 'inside.invalid' })
  await expect(fetch('https://api.line.invalid/v2/profile')).rejects.toThrow()
  await expect(fetch('https://inside.invalid/')).rejects.toThrow()
  expect(await (await fetch(`http://127.0.0.1:${portOf(here)}/`)).text()).toBe('here')
  expect(requests).toEqual(['api.line.invalid:443'])
})
