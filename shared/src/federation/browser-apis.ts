/**
 * Finds calls that an oldest supported browser (`browsers.ts`) lacks, by the compatibility data of MDN: static members, global classes
 * and functions. Methods of instances are the type checker's (`scripts/lint/browser-apis.test.ts`).
 */
import { createRequire } from 'node:module'
import type { RsbuildPlugin, Rspack } from '@rsbuild/core'
import { parseSync, Visitor } from 'oxc-parser'
import { BROWSERS } from './browsers.ts'

interface Support {
  version_added: string | boolean | null
  version_removed?: string | boolean
  flags?: unknown
  prefix?: string
  alternative_name?: string
}
interface Compat {
  support: Record<string, Support | Support[] | undefined>
}
/** A feature with its members; `__compat` is its own data. */
type Members = { __compat?: Compat } & Record<string, unknown>

const DATA_NAMES: Record<string, string> = { ios_saf: 'safari_ios' }
const OLDEST = BROWSERS.map((browser) => {
  const [name = '', , version] = browser.split(' ')
  return [DATA_NAMES[name] ?? name, Number(version)] as const
})

/** Calls that the data calls partial in the oldest browsers, in a way that does not matter here, and calls behind a check. */
const ALLOWED: ReadonlySet<string> = new Set([
  // Chrome 103: aborted with another reason.
  'AbortSignal.timeout',
  // zod checks for it.
  'Error.captureStackTrace',
])

interface Names {
  /** `URL.parse`: static members. */
  statics: Set<string>
  /** Global classes and functions. */
  globals: Set<string>
}
let known: Names | undefined
/** The data is a JSON file of 20 MB, read with the first use. */
const require = createRequire(import.meta.url)

function isSupported({ support }: Compat): boolean {
  return OLDEST.every(([browser, oldest]) =>
    [support[browser]].flat().some((each) => {
      if (each === undefined || each.flags || each.prefix || each.alternative_name || each.version_removed)
        return false
      return (
        typeof each.version_added === 'string' &&
        Number.parseFloat(each.version_added.replace('≤', '')) <= oldest
      )
    }),
  )
}

function readNames(): Names {
  const data = require('@mdn/browser-compat-data') as {
    api: Record<string, Members>
    javascript: { builtins: Record<string, Members> }
  }
  const names: Names = { statics: new Set(), globals: new Set() }
  for (const [owner, members] of [...Object.entries(data.javascript.builtins), ...Object.entries(data.api)]) {
    if (owner === '__compat') continue
    if (members.__compat && !isSupported(members.__compat)) names.globals.add(owner)
    for (const [key, member] of Object.entries(members)) {
      const compat = (member as Members).__compat
      const name = key.replace(/_static$/, '')
      if (
        key === '__compat' ||
        compat === undefined ||
        !/^[A-Za-z]\w*$/.test(name) ||
        name.endsWith('_event')
      )
        continue
      if (!isSupported(compat)) names.statics.add(`${owner}.${name}`)
    }
  }
  return names
}

/** Calls of a script that an oldest browser lacks: `URL.parse`, `new Name`, `name()`, `/…/flags`. */
export function newerCalls(file: string, code: string): string[] {
  known ??= readNames()
  const { statics, globals } = known
  const found = new Set<string>()
  const { program } = parseSync(file, code)
  const callee = (node: { type: string } | { type: 'Identifier'; name: string }) => {
    if ('name' in node && node.type === 'Identifier' && globals.has(node.name)) found.add(`${node.name}()`)
  }
  new Visitor({
    MemberExpression(node) {
      if (node.computed || node.property.type !== 'Identifier' || node.object.type !== 'Identifier') return
      const name = `${node.object.name}.${node.property.name}`
      if (statics.has(name)) found.add(name)
    },
    CallExpression({ callee: called }) {
      callee(called)
    },
    NewExpression(node) {
      callee(node.callee)
    },
    Literal(node) {
      // Chrome 112, Firefox 116, Safari 17: supported, and the next flag would not be.
      if ('regex' in node && /[^dgimsuvy]/.test(node.regex.flags)) found.add(`/…/${node.regex.flags}`)
    },
  }).visit(program)
  return [...found].filter((name) => !ALLOWED.has(name)).sort()
}

/** Fails the build when a script that it wrote, with what dependencies bring, calls what an oldest browser lacks. */
export function pluginBrowserApis(): RsbuildPlugin {
  return {
    name: 'desk:browser-apis',
    apply: 'build',
    setup(api) {
      api.modifyRspackConfig((config) => {
        config.plugins.push({ apply: checkAssets })
      })
    },
  }
}

function checkAssets(compiler: Rspack.Compiler): void {
  const { Compilation, WebpackError } = compiler.webpack
  compiler.hooks.thisCompilation.tap('DeskBrowserApis', (compilation) => {
    compilation.hooks.processAssets.tap(
      { name: 'DeskBrowserApis', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
      (assets) => {
        for (const [name, source] of Object.entries(assets)) {
          if (!name.endsWith('.js')) continue
          for (const call of newerCalls(name, source.source().toString()))
            compilation.errors.push(
              new WebpackError(`${name}: ${call} is newer than the oldest supported browsers`),
            )
        }
      },
    )
  })
}
