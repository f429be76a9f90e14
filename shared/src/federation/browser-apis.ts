/**
 * Finds browser APIs that one of the oldest supported browsers (`browsers.ts`) lacks, with MDN's compatibility data.
 * Our own sources are also checked by type (`scripts/lint/browser-apis.test.ts`).
 */
import type { RsbuildPlugin, Rspack } from '@rsbuild/core'
import { parseSync, Visitor } from 'oxc-parser'
import { isSupported, type Members, readCompatData } from './browser-compat.ts'
import { newerCss } from './browser-css.ts'

/** Features allowed although a browser lacks them: partial support is sufficient, or the code checks for them. */
const ALLOWED: ReadonlySet<string> = new Set([
  // Chrome 103 supports `AbortSignal.timeout`, but aborts with a different reason.
  'AbortSignal.timeout',
  // zod checks for `captureStackTrace` before it calls it.
  'Error.captureStackTrace',
  // `cancelIdleCallback` is called only after a check for `requestIdleCallback`.
  '.cancelIdleCallback()',
  // Without `startViewTransition` React updates without a transition.
  '.startViewTransition()',
  '.skipTransition()',
])

/** Interfaces to check. Others (GPU, payments …) are not checked, because libraries use their method names too. */
const INSTANCES = new RegExp(
  `^(${[
    'Array|ArrayBuffer|Iterator|AsyncIterator|Map|Set|WeakMap|String|Promise|RegExp|Uint8Array|TypedArray|Date|Error',
    'Document|DocumentFragment|ShadowRoot|Element|HTML\\w*Element|SVG\\w*Element|Node|NodeList|Window|Range|Selection|DOMTokenList',
    'Animation|Clipboard|ClipboardItem|DataTransfer|CSSStyleSheet|Navigator|Scheduler|Response|Request|Headers|Blob|File|FileList',
    'FormData|URL|URLSearchParams|ReadableStream|AbortSignal|Event|EventTarget|KeyboardEvent|PointerEvent|InputEvent',
    'IntersectionObserver|ResizeObserver|MutationObserver|PerformanceObserver|Storage|WebSocket|BroadcastChannel|Lock|LockManager',
    'Notification|AudioContext|CanvasRenderingContext2D|OffscreenCanvas|ImageBitmap|Crypto|SubtleCrypto|ServiceWorkerRegistration',
  ].join('|')})$`,
)
/** Method names that libraries also use (React, zod, TanStack Query …), so that calls cannot be recognized by name. */
const AMBIGUOUS: ReadonlySet<string> = new Set([
  'config',
  'drop',
  'escape',
  'isValid',
  'take',
  'toArray',
  'union',
  'intersection',
  'difference',
])

interface Names {
  statics: Set<string>
  globals: Set<string>
  /** Unsupported instance methods whose name no supported interface has. */
  methods: Set<string>
}
let known: Names | undefined

/** True for a static member. MDN marks those of web interfaces with `_static`, but not those of JavaScript. */
function isStatic(owner: string, key: string): boolean {
  const builtin = (globalThis as Record<string, unknown>)[owner]
  return key.endsWith('_static') || (typeof builtin === 'function' && Object.hasOwn(builtin, key))
}

function readNames(): Names {
  const data = readCompatData()
  const names: Names = { statics: new Set(), globals: new Set(), methods: new Set() }
  const supported = new Set(AMBIGUOUS)
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
      if (isSupported(compat)) supported.add(name)
      else {
        names.statics.add(`${owner}.${name}`)
        if (INSTANCES.test(owner) && !isStatic(owner, key)) names.methods.add(name)
      }
    }
  }
  for (const name of supported) names.methods.delete(name)
  return names
}

/** Names that a browser lacks: members (`URL.parse`, instance methods such as `Set.union`), and globals. */
export function newerNames(): { members: string[]; globals: string[] } {
  known ??= readNames()
  const isLacking = (name: string) => !ALLOWED.has(name)
  return { members: [...known.statics].filter(isLacking), globals: [...known.globals].filter(isLacking) }
}

/**
 * Returns the unsupported APIs that a script uses, in the forms `URL.parse`, `new Name`, `name()`, `.method()` and
 * `/…/flags`. A method is not reported when the script checks for it: `?.()`, `'method' in`, or a use without a call.
 */
export function newerCalls(file: string, code: string): string[] {
  known ??= readNames()
  const { statics, globals, methods } = known
  const calls = new Set<object>()
  const checked = new Set<string>()
  const found = new Set<string>()
  const { program } = parseSync(file, code)
  const callee = (node: { type: string } | { type: 'Identifier'; name: string }) => {
    if ('name' in node && node.type === 'Identifier' && globals.has(node.name)) found.add(`${node.name}()`)
  }
  new Visitor({
    MemberExpression(node) {
      if (!node.computed && node.property.type === 'Identifier' && !calls.has(node))
        checked.add(`.${node.property.name}()`)
      if (node.computed || node.property.type !== 'Identifier' || node.object.type !== 'Identifier') return
      const name = `${node.object.name}.${node.property.name}`
      if (statics.has(name)) found.add(name)
    },
    CallExpression({ callee: called, optional }) {
      callee(called)
      if (called.type !== 'MemberExpression' || called.computed || called.property.type !== 'Identifier')
        return
      const { object, property } = called
      if (optional || !methods.has(property.name)) return
      if (object.type === 'Identifier' && statics.has(`${object.name}.${property.name}`)) return
      calls.add(called)
      found.add(`.${called.property.name}()`)
    },
    NewExpression(node) {
      callee(node.callee)
    },
    Literal(node) {
      if (typeof node.value === 'string') checked.add(`.${node.value}()`)
      // Regular expression flags up to `v` are supported from Chrome 112, Firefox 116 and Safari 17.
      if ('regex' in node && /[^dgimsuvy]/.test(node.regex.flags)) found.add(`/…/${node.regex.flags}`)
    },
  }).visit(program)
  return [...found].filter((name) => !ALLOWED.has(name) && !checked.has(name)).sort()
}

/** Build plugin that checks all scripts and style sheets, including the code of dependencies. */
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
          const newer = /\.js$/.test(name) ? newerCalls : /\.css$/.test(name) ? newerCss : () => []
          for (const feature of newer(name, source.source().toString()))
            compilation.errors.push(
              new WebpackError(`${name}: ${feature} is newer than the oldest supported browsers`),
            )
        }
      },
    )
  })
}
