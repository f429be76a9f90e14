import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { followConnections } from './unused-connections.ts'

test('closing the server waits for a response in progress, but not for an unused connection', async () => {
  let pendingResponse: ServerResponse | undefined
  const server = createServer((_request, response) => {
    pendingResponse = response
  })
  const closeUnused = followConnections(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const unused = connect(port, '127.0.0.1')
  await once(server, 'connection')
  const pending = fetch(`http://127.0.0.1:${port}/`)
  await expect.poll(() => pendingResponse).toBeDefined()

  const unusedClosed = once(unused, 'close')
  const closed = once(server, 'close')
  server.close()
  closeUnused()
  await unusedClosed
  // Disables keep-alive, because the server would wait until this connection is closed.
  if (pendingResponse) pendingResponse.shouldKeepAlive = false
  pendingResponse?.end('whole')
  expect(await (await pending).text()).toBe('whole')
  await closed
})
