import { randomBytes, randomUUID } from 'node:crypto'
import type { Message } from 'shared/contract/messages/message.ts'
import type { ServerEvent } from 'shared/contract/realtime.ts'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { MediaAddresses } from '../media/media-addresses.ts'
import { ChannelScope } from '../sessions/channel-scope.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { Client, Sockets } from './sockets.ts'

const addresses = new MediaAddresses(randomBytes(32), () => new Date('2026-01-05T00:00:00Z'))
const TICKET = 't1'

/** Returns a client that is subscribed to a ticket, and the frames that were sent to the client. */
function connect(sockets: Sockets) {
  const sent: string[] = []
  const socket = { readyState: 1, bufferedAmount: 0, send: (text: string) => sent.push(text) }
  const scope = ChannelScope.granted({ allChannels: true, channelKeys: [] })
  const tokenHash = randomBytes(32).toString('hex')
  const client = new Client(socket as unknown as WebSocket, { scope, tokenHash } as SignedIn)
  sockets.add(client)
  sockets.subscribe(client, TICKET)
  return { sent, tokenHash }
}

const deliver = (sockets: Sockets, data: Partial<Message>) =>
  sockets.deliver({
    kind: 'ticket',
    channelKey: 'main',
    ticketId: TICKET,
    events: [{ type: 'message', data } as ServerEvent],
  })

test('media URLs are signed for each session that a message is sent to', () => {
  const sockets = new Sockets(addresses)
  const clients = [connect(sockets), connect(sockets)]
  const [original, preview] = [randomUUID(), randomUUID()].map((id) => addresses.of(id, 'original'))
  const media = { state: 'ready', url: original, preview_url: preview }
  deliver(sockets, {
    image_url: original ?? null,
    content: { kind: 'image', set: null, media } as unknown as Message['content'],
  })
  for (const { sent, tokenHash } of clients) {
    const { data } = JSON.parse(sent[0] ?? '')
    expect(data.image_url).toBe(addresses.signFor(tokenHash, original ?? ''))
    expect(data.content.media).toMatchObject({
      url: addresses.signFor(tokenHash, original ?? ''),
      preview_url: addresses.signFor(tokenHash, preview ?? ''),
    })
  }
  expect(clients[0]?.sent).not.toEqual(clients[1]?.sent)
})

test('a message without customer media is sent unchanged', () => {
  const sockets = new Sockets(addresses)
  const { sent } = connect(sockets)
  const data = { text: '/media/', image_url: 'https://example.com/media/a.png', content: null }
  deliver(sockets, data)
  expect(JSON.parse(sent[0] ?? '').data).toEqual(data)
})
