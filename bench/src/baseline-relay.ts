import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { closeDatabase, openDatabase } from '../../server/src/db/client.ts'
import { startBenchDatabase } from './bench-database.ts'

const PAGE = `<!doctype html><meta charset="utf-8"><ul id="list"></ul><script>
const socket = new WebSocket(location.href.replace('http', 'ws'))
socket.onopen = () => document.body.dataset.live = '1'
socket.onmessage = (event) => { const item = document.createElement('li'); item.textContent = event.data; document.getElementById('list').append(item) }
</script>`

export interface Relay {
  url: string
  close: () => Promise<void>
}

/** Minimal server that loses no text: one row in one durable commit and a socket, without validation. */
export async function startRelay(): Promise<Relay> {
  const store = await startStore()
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)
      return
    }
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      const body = Buffer.concat(parts).toString()
      try {
        await store.insert(body)
        for (const client of sockets.clients) client.send(body)
        response.writeHead(200).end()
      } catch (error) {
        console.error('the relay stored nothing', error)
        response.writeHead(500).end()
      }
    })
  })
  const sockets = new WebSocketServer({ server })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const client of sockets.clients) client.terminate()
      server.close()
      await store.stop()
    },
  }
}

async function startStore(): Promise<{ insert: (text: string) => Promise<void>; stop: () => Promise<void> }> {
  const database = await startBenchDatabase()
  const db = openDatabase(database.postgres.owner, { poolSize: 1 })
  await db.$client.query('create table relayed (text text not null)')
  return {
    insert: async (text) => {
      await db.$client.query('insert into relayed (text) values ($1)', [text])
    },
    stop: async () => {
      await closeDatabase(db)
      await database[Symbol.asyncDispose]()
    },
  }
}
