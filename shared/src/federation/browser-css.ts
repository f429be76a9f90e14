import { type Compat, isSupported, type Members, readCompatData } from './browser-compat.ts'

/** Features that may be used although a browser lacks them: decorative features, and features with a prefixed form. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...[
    'accent-color:',
    'backdrop-filter:',
    'forced-color-adjust:',
    'mask-image:',
    'print-color-adjust:',
    'resize:',
  ],
  ...[
    'overflow-anchor:',
    'overscroll-behavior:',
    'scrollbar-gutter:',
    'scrollbar-width:',
    'content-visibility:',
  ],
  ...['text-box-edge:', 'text-box-trim:', 'text-size-adjust:', 'user-select:', ':selection'],
  ...['-webkit-tap-highlight-color:', ':-webkit-scrollbar', ':-webkit-inner-spin-button'],
  ...[':-webkit-search-cancel-button', ':-webkit-search-results-button'],
  // Browsers without page rules (Firefox and Safari) print with their default page size.
  ...['@page', 'size:'],
  // In browsers without anchor positioning, notifications appear at an edge of the page.
  ...['anchor()', 'anchor-name:'],
  // Without `field-sizing` text fields have a fixed height; without `reading-flow` Tab follows the document order.
  ...['field-sizing:', 'reading-flow:'],
])

let newer: ReadonlySet<string> | undefined

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}

function* featuresOf(members: Members | undefined): Generator<readonly [name: string, compat: Compat]> {
  for (const [name, member] of Object.entries(members ?? {})) {
    if (name === '__compat' || !isMembers(member)) continue
    if (member.__compat !== undefined) yield [name, member.__compat]
  }
}

function* functionsBelow(members: Members): Generator<readonly [name: string, compat: Compat]> {
  for (const member of Object.values(members)) {
    if (!isMembers(member)) continue
    yield* featuresOf(member)
    yield* functionsBelow(member)
  }
}

function readNewer(): ReadonlySet<string> {
  const css = readCompatData().css as Members &
    Record<'at-rules' | 'properties' | 'selectors' | 'types', Members>
  const names = new Set<string>()
  const functions = new Map<string, boolean>()
  for (const [name, compat] of featuresOf(css['at-rules'])) if (!isSupported(compat)) names.add(`@${name}`)
  for (const [name, compat] of featuresOf(css.properties)) if (!isSupported(compat)) names.add(`${name}:`)
  for (const [name, compat] of featuresOf(css.selectors))
    if (!isSupported(compat)) names.add(name === 'nesting' ? '&' : `:${name}`)
  // A CSS function is unsupported only when no value type supports its name.
  for (const [name, compat] of [...featuresOf(css.types), ...functionsBelow(css.types)])
    functions.set(name, functions.get(name) === true || isSupported(compat))
  for (const [name, isKnown] of functions) if (!isKnown) names.add(`${name}()`)
  return names
}

const HIDDEN = /\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|url\([^)]*\)/g
const TOKENS = {
  atRule: /@[a-z-]+/g,
  pseudo: /(?<=[\w\])*:>+~\s,(&}{]|^)::?([a-z-]+)(?=[^;{}]*\{)/g,
  property: /(?<=[{;]\s*)([a-z-]+)\s*:(?=[^{}]*[;}])/g,
  function: /(?<![\w-])([a-z][a-z0-9-]*)\(/g,
}

/** Returns the unsupported features of a style sheet: `@rule`, `:selector`, `property:`, `function()`, `&`. */
export function newerCss(_file: string, code: string): string[] {
  newer ??= readNewer()
  const text = code.replace(HIDDEN, '""')
  const used = new Set<string>()
  for (const [rule] of text.matchAll(TOKENS.atRule)) used.add(rule)
  for (const [, name] of text.matchAll(TOKENS.pseudo)) used.add(`:${name}`)
  for (const [, name] of text.matchAll(TOKENS.property)) used.add(`${name}:`)
  for (const [, name] of text.matchAll(TOKENS.function)) used.add(`${name}()`)
  if (/[{};,\s]&/.test(text)) used.add('&')
  return [...used].filter((name) => newer?.has(name) && !ALLOWED.has(name)).sort()
}
