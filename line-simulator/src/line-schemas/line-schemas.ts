import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'

const FILES = ['webhook.yml', 'messaging-api.yml', 'channel-access-token.yml'] as const
const OPENAPI_KEYWORDS = new Set([
  'discriminator',
  'externalDocs',
  'example',
  'examples',
  'xml',
  'x-enum-varnames',
])

/** Constant, because the linter rejects a literal property `then`. */
const THEN_KEYWORD = 'then'

type Node = Record<string, unknown>

interface Document {
  id: string
  definitions: Record<string, unknown>
  paths: Record<string, Node>
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const nameOf = (ref: unknown) => String(ref).split('/').pop() ?? ''

/**
 * In LINE's OpenAPI files a base schema maps names to schemas that extend the base, which JSON Schema cannot express.
 * Each base therefore becomes one rule per name (`if` the type has this name, `then` that schema applies). Extending
 * schemas refer to a copy of the base without rules, named `…__base`.
 */
function readDocument(file: string): Document {
  const text = readFileSync(join(import.meta.dirname, 'openapi', file), 'utf8')
  const { components, paths } = parse(text) as {
    components: { schemas: Record<string, Node> }
    paths: Record<string, Node>
  }
  const mappingOf = (schema: Node | undefined) =>
    isNode(schema?.discriminator) && isNode(schema.discriminator.mapping)
      ? schema.discriminator.mapping
      : undefined
  const isBase = (name: string) => mappingOf(components.schemas[name]) !== undefined

  function plain(node: unknown, inAllOf = false): unknown {
    if (Array.isArray(node)) return node.map((item) => plain(item, inAllOf))
    if (!isNode(node)) return node
    if (typeof node.$ref === 'string') {
      const name = nameOf(node.$ref)
      return { $ref: `#/definitions/${name}${inAllOf && isBase(name) ? '__base' : ''}` }
    }
    const { nullable, ...fields } = node
    const out = Object.fromEntries(
      Object.entries(fields)
        .filter(([key]) => !OPENAPI_KEYWORDS.has(key))
        .map(([key, value]) => {
          // Keeps names of properties, because a property may have the name of a removed keyword.
          if (key === 'properties' && isNode(value)) {
            return [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))]
          }
          return [key, plain(value, key === 'allOf')]
        }),
    )
    return nullable ? { anyOf: [out, { type: 'null' }] } : out
  }

  const definitions: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(components.schemas)) {
    const mapping = mappingOf(schema)
    if (!mapping) {
      definitions[name] = plain(schema)
      continue
    }
    const property = String((schema.discriminator as Node).propertyName)
    definitions[`${name}__base`] = plain(schema)
    definitions[name] = {
      allOf: [
        { type: 'object', required: [property], properties: { [property]: { enum: Object.keys(mapping) } } },
        ...Object.entries(mapping).map(([value, ref]) => ({
          if: { required: [property], properties: { [property]: { const: value } } },
          [THEN_KEYWORD]: { $ref: `#/definitions/${nameOf(ref)}` },
        })),
      ],
    }
  }
  return { id: file, definitions, paths }
}

let documents: Document[] | undefined
const validators = new Map<string, ValidateFunction>()

export function lineDocuments(): readonly Document[] {
  documents ??= FILES.map(readDocument)
  return documents
}

let ajv: Ajv | undefined

function validatorOf(schema: string): ValidateFunction {
  const known = validators.get(schema)
  if (known) return known
  if (!ajv) {
    ajv = new Ajv({ strict: false, allErrors: true })
    addFormats.default(ajv)
    for (const { id, definitions } of lineDocuments()) ajv.addSchema({ $id: id, definitions })
  }
  const home = lineDocuments().find((document) => schema in document.definitions)
  if (!home) throw new Error(`LINE's files have no schema ${schema}`)
  const made = ajv.compile({ $ref: `${home.id}#/definitions/${schema}` })
  validators.set(schema, made)
  return made
}

/** Returns violations of a schema. The schemas do not check the length of texts, https, or the format of ids. */
export function schemaFaults(schema: string, body: unknown): string[] {
  const validate = validatorOf(schema)
  if (validate(body)) return []
  // Skips errors of `if`, because each only repeats the error of its `then`.
  const reported = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if')
  return reported.map(({ instancePath, message }) => `${schema}${instancePath} ${message}`)
}
