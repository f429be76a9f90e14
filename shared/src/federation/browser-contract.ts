/** Removes the parts of the contract that only servers need. */
import {
  type Expression,
  type ObjectExpression,
  type ObjectPropertyKind,
  type Program,
  parseSync,
  Visitor,
} from 'oxc-parser'
import type { Call } from '../contract/define-call.ts'

const SERVER_FIELDS = [
  'summary',
  'params',
  'query',
  'body',
  'errors',
  'channelHeader',
  'ignoresUnknownFields',
] as const satisfies readonly (keyof Call)[]

/** An API call without the fields that only servers need. `response` is missing when the call has `decode`. */
export type BrowserCall = Omit<Call, (typeof SERVER_FIELDS)[number]>

const isRemoved = (name: string, hasDecode: boolean) =>
  (SERVER_FIELDS as readonly string[]).includes(name) || (name === 'response' && hasDecode)

interface Edit {
  start: number
  end: number
  text: string
}

/**
 * Marks every call that initializes a top-level constant as pure, so that the bundler drops unused schemas. Line
 * numbers do not change. @throws Error when the source cannot be parsed, or a call is not an object literal.
 */
export function browserContract(source: string, file: string): string {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  // Only declarations are allowed: other statements have side effects, which a pure mark would remove.
  const statement = program.body.find(({ type }) => !type.includes('Declaration'))
  if (statement !== undefined)
    throw new Error(`${file}: a ${statement.type} is not allowed among the declarations`)
  const edits: Edit[] = []
  const calls: number[] = []
  new Visitor({
    CallExpression({ callee, arguments: [definition], start }) {
      calls.push(start)
      if (callee.type !== 'Identifier' || callee.name !== 'defineCall') return
      if (definition?.type !== 'ObjectExpression')
        throw new Error(`${file}: a call must be an object literal`)
      edits.push(...removedFields(definition, source))
    },
  }).visit(program)
  for (const value of program.body.flatMap(constantsOf)) {
    if (!calls.some((start) => start >= value.start && start < value.end)) continue
    // Wraps the whole value, because a pure mark before a chain of calls applies only to the first call.
    edits.push({ start: value.start, end: value.start, text: '/*#__PURE__*/ (() => (' })
    edits.push({ start: value.end, end: value.end, text: '))()' })
  }
  return apply(edits, source)
}

function constantsOf(statement: Program['body'][number]): Expression[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declaration?.type !== 'VariableDeclaration') return []
  return declaration.declarations.flatMap(({ init }) =>
    init === null || init.type === 'ArrowFunctionExpression' ? [] : [init],
  )
}

function removedFields({ properties, end }: ObjectExpression, source: string): Edit[] {
  const names = properties.map(nameOf)
  const hasDecode = names.includes('decode')
  return properties.flatMap((property, index) => {
    const name = names[index] ?? ''
    if (!isRemoved(name, hasDecode)) return []
    const next = properties[index + 1]?.start ?? end - 1
    return {
      start: property.start,
      end: next,
      text: source.slice(property.start, next).replace(/[^\n]/g, ''),
    }
  })
}

function nameOf(property: ObjectPropertyKind): string | null {
  return property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : null
}

/** Applies the edits to the source. Drops edits inside a removed range. */
function apply(edits: Edit[], source: string): string {
  edits.sort((a, b) => a.start - b.start || b.end - a.end)
  let text = ''
  let at = 0
  for (const edit of edits) {
    if (edit.start < at) continue
    text += source.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + source.slice(at)
}
