import { type ResolveFnOutput, registerHooks } from 'node:module'

/*
 * Node parses a package's `exports` again for each of its modules and for each import of it. For drizzle-orm, whose
 * package.json has 179 KB, this took about half of the CPU time for loading the server (docs/decisions/0021).
 */
const resolved = new Map<string, ResolveFnOutput>()
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('drizzle-orm')) {
      const result = resolved.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
      resolved.set(specifier, result)
      return result
    }
    if (specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/'))
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
    return next(specifier, context)
  },
})
