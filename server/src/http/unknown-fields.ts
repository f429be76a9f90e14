import * as z from 'zod'

/** Returns the paths of unknown fields at any depth of a valid value. */
export function unknownFields(schema: z.core.$ZodType, value: unknown, path = ''): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      if (typeof value !== 'object' || value === null) return []
      return Object.entries(value).flatMap(([key, each]) => {
        const field = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined
        return field === undefined ? [`${path}/${key}`] : unknownFields(field, each, `${path}/${key}`)
      })
    }
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((each, at) => unknownFields(def.element, each, `${path}/${at}`))
        : []
    case 'union': {
      const fitting = def.options.filter((option) => z.safeParse(option, value).success)
      const found = fitting.map((option) => unknownFields(option, value, path))
      return found.toSorted((a, b) => a.length - b.length)[0] ?? []
    }
    case 'pipe':
      return unknownFields(def.in, value, path)
    case 'optional':
    case 'nullable':
    case 'default':
      return value === undefined || value === null ? [] : unknownFields(def.innerType, value, path)
    default:
      return []
  }
}
