import type { AddressInfo } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildApp } from 'fauxqs'
import type { S3Config } from '../media-settings.ts'

export interface S3Server {
  /** Configuration of an S3 client for the server's only bucket. */
  config: S3Config
  close(): Promise<void>
}

const REFUSED = `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>InvalidAccessKeyId</Code><Message>The AWS Access Key Id you provided does not exist in our records.</Message></Error>`

/** Starts an S3-compatible server with an empty bucket and an access key. Objects may have up to 11 MiB. */
export async function startS3Server(): Promise<S3Server> {
  const accessKeyId = 'desk-access-key'
  const bucket = 'desk-media'
  const app = buildApp({ logger: false })
  app.addHook('onRequest', async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    if (headers.authorization?.includes(`Credential=${accessKeyId}/`)) return
    await reply.code(403).type('application/xml').send(REFUSED)
  })
  await app.inject({
    method: 'PUT',
    url: `/${bucket}`,
    headers: { authorization: `Credential=${accessKeyId}/` },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket,
      region: 'ap-southeast-1',
      accessKeyId,
      secretAccessKey: 'desk-secret-key',
    },
    close: () => app.close(),
  }
}
