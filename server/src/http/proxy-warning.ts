import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../server-context.ts'

/** Warns about an unconfigured proxy, behind which all clients share the rate limit of the proxy's IP address. */
export function addProxyWarning(app: FastifyInstance, { config, log }: ServerContext): void {
  if (config.trustProxy > 0) return
  let isLogged = false
  app.addHook('onRequest', async (request) => {
    if (isLogged || request.headers['x-forwarded-for'] === undefined) return
    isLogged = true
    log.warn(
      'a request has X-Forwarded-For while TRUST_PROXY is 0: behind a proxy all users count as one address; set TRUST_PROXY to the number of proxies',
    )
  })
}
