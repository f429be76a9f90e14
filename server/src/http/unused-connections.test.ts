import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { followConnections } from './unused-connections.ts'

test('a server that is closed waits for the answer that is under way, and not for a connection that was opened in advance', async () => {
  let answer: ServerResponse | undefined
  const server = createServer((_request, response) => {
    answer = response
  })
  const closeUnused = followConnections(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const unused = connect(port, '127.0.0.1')
  await once(server, 'connection')
  const asked = fetch(`http://127.0.0.1:${port}/`)
  await expect.poll(() => answer).toBeDefined()

  const unusedClosed = once(unused, 'close')
  const closed = once(server, 'close')
  server.close()
  closeUnused()
  await unusedClosed
  // Not kept for a next question, for which the server would wait as well.
  if (answer) answer.shouldKeepAlive = false
  answer?.end('whole')
  expect(await (await asked).text()).toBe('whole')
  await closed
})
