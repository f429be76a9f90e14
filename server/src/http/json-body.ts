import type { FastifyInstance } from 'fastify'

/** Reads JSON bodies. An empty one is no error where a call has no body: many clients say "JSON" on every POST. */
export function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && request.routeOptions.schema?.body === undefined) done(null, undefined)
    else parse(request, body as string, done)
  })
}
