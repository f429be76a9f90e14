import type { Exchange } from '../observe-calls.ts'
import { lineDocuments, schemaFaults } from './line-schemas.ts'

interface Operation {
  requestBody?: { content?: Record<string, { schema?: { $ref?: string } }> }
  responses?: Record<string, { content?: Record<string, { schema?: { $ref?: string } }> }>
}

const JSON_TYPE = 'application/json'
const ERROR = 'ErrorResponse'

function schemaName(
  part: { content?: Record<string, { schema?: { $ref?: string } }> } | undefined,
): string | undefined {
  return part?.content?.[JSON_TYPE]?.schema?.$ref?.split('/').pop()
}

function fits(template: string, path: string): boolean {
  const wanted = template.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length && wanted.every((part, at) => part.startsWith('{') || part === given[at])
  )
}

function operationOf(method: string, path: string): Operation | undefined {
  for (const { paths } of lineDocuments()) {
    // A literal path has priority over a path with an id parameter.
    const templates = Object.keys(paths).sort((one, other) => one.split('{').length - other.split('{').length)
    const template = templates.find((each) => fits(each, path) && method.toLowerCase() in (paths[each] ?? {}))
    if (template) return paths[template]?.[method.toLowerCase()] as Operation
  }
  return undefined
}

/** Violations of LINE's schemas: `sent` by the bot, `answered` by the platform. */
interface ExchangeFaults {
  sent: string[]
  answered: string[]
}

export function exchangeFaults(exchange: Exchange): ExchangeFaults {
  if (exchange.kind === 'webhook')
    return { sent: [], answered: schemaFaults('CallbackRequest', exchange.request) }
  const { method, path, status } = exchange
  const operation = operationOf(method, path)
  if (!operation) return { sent: [`LINE's API has no ${method} ${path}`], answered: [] }
  const describe = (fault: string) => `${method} ${path}: ${fault}`
  const requestSchema = schemaName(operation.requestBody)
  const sent = requestSchema ? schemaFaults(requestSchema, exchange.request).map(describe) : []
  const responseSchema =
    schemaName(operation.responses?.[status]) ??
    (status >= 400 && path.startsWith('/v2/bot/') ? ERROR : undefined)
  const answered =
    responseSchema && 'response' in exchange
      ? schemaFaults(responseSchema, exchange.response).map(describe)
      : []
  return { sent, answered }
}
