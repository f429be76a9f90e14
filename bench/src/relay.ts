import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

const PAGE = `<!doctype html><meta charset="utf-8"><ul id="list"></ul><script>
const socket = new WebSocket(location.href.replace('http', 'ws'))
socket.onopen = () => document.body.dataset.live = '1'
socket.onmessage = (event) => { const item = document.createElement('li'); item.textContent = event.data; document.getElementById('list').append(item) }
</script>`

export interface Relay {
  url: string
  close: () => void
}

/** The least that could bring a customer's words to a screen: a POST, a socket, one list item. It keeps and checks nothing. */
export function startRelay(): Promise<Relay> {
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
      return
    }
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      for (const client of sockets.clients) client.send(body)
      response.writeHead(200).end()
    })
  })
  const sockets = new WebSocketServer({ server })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      resolve({
        url: `http://127.0.0.1:${port}`,
        close: () => {
          for (const client of sockets.clients) client.terminate()
          server.close()
        },
      })
    })
  })
}
