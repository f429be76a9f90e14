import { expect, test } from 'vitest'
import { photo } from '../media/testing/test-images.ts'
import { FAST, useOutboxWorld } from '../testing/outbox-world.ts'

const outbox = useOutboxWorld()
const PREVIEW_MAX_BYTES = 1_000_000
const MEDIA = 'https://cdn.example.com/desk'

async function upload(): Promise<{ url: string; preview_url: string; bytes: number }> {
  const form = new FormData()
  const file = await photo(1600, 1200).jpeg({ quality: 90 }).toBuffer()
  form.append('file', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'a.jpg')
  const { deskUrl } = outbox.world
  const response = await fetch(`${deskUrl}/api/staff/upload`, {
    method: 'POST',
    headers: outbox.headers,
    body: form,
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Awaited<ReturnType<typeof upload>>
}

test('sends LINE the public URL and preview of an uploaded image, and returns the path to browsers', async () => {
  const { testDesk } = outbox.world
  const { userId, ticketId } = await outbox.conversation()
  const { url, preview_url, bytes } = await upload()
  const [path, previewPath] = [new URL(url).pathname, new URL(preview_url).pathname]
  expect(bytes).toBeGreaterThan(PREVIEW_MAX_BYTES)
  const config = { ...testDesk.context.config, publicMediaUrl: MEDIA }
  const delivery = outbox.start(FAST, { config })
  const sent = await outbox.send(ticketId, { type: 'image', image_url: url })
  expect(sent.image_url).toBe(path)
  await outbox.send(ticketId, { type: 'image', image_url: path })
  await delivery.drain()
  const image = {
    originalContentUrl: `${MEDIA}${path}`,
    previewImageUrl: `${MEDIA}${previewPath}`,
  }
  expect(await outbox.world.inbox(userId)).toMatchObject([{ message: image }, { message: image }])
  const preview = await testDesk.app.inject(previewPath)
  expect(preview.statusCode).toBe(200)
  expect(preview.rawPayload.length).toBeLessThanOrEqual(PREVIEW_MAX_BYTES)
})

test('returns the size of an uploaded image, and leaves links of other sites unchanged', async () => {
  const { ticketId } = await outbox.conversation()
  const { url, preview_url, bytes } = await upload()
  const [path, previewPath] = [new URL(url).pathname, new URL(preview_url).pathname]
  const unknown = `${'0'.repeat(64)}.jpg`
  const links = [
    path,
    `https://other.example.com/desk${path}?a=1#b`,
    `https://other.example.com/p/${unknown}`,
    `https://other.example.com/?a=${path}`,
    `https://other.example.com/x${path.slice(1)}`,
  ]
  for (const image_url of links) await outbox.send(ticketId, { type: 'image', image_url })
  const ours = {
    image_url: path,
    content: {
      kind: 'image',
      set: null,
      media: {
        state: 'ready',
        reason: null,
        url: path,
        preview_url: previewPath,
        content_type: 'image/jpeg',
        bytes,
        width: 1600,
        height: 1200,
      },
    },
  }
  const [, ...received] = await outbox.messagesOf(ticketId)
  expect(received.map(({ image_url, content }) => ({ image_url, content }))).toEqual([
    ours,
    ours,
    ...links.slice(2).map((image_url) => ({ image_url, content: null })),
  ])
})
