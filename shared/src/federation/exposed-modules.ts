import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RemoteDeclaration } from './remote-manifest.ts'

const KINDS = {
  route: { folder: 'src/pages', ending: '.page.tsx' },
  service: { folder: 'src/services', ending: '.service.ts' },
  slot: { folder: 'src/slots', ending: '.slot.tsx' },
} as const

/** True when the package has modules to expose. Otherwise the remote is declared but not released. */
export function hasModules(packageName: string): boolean {
  return Object.values(KINDS).some((kind) => modulesIn(packageName, kind).length > 0)
}

/**
 * Returns the modules that a remote exposes. `./ChatQueuePage` is `src/pages/ChatQueuePage.page.tsx`; services and
 * slots accordingly. @throws Error when a declared module has no file, or a file is not declared.
 */
export function deriveExposes(declaration: RemoteDeclaration, packageName: string): Record<string, string> {
  const { id, routes, services = [], slots = [] } = declaration
  const declared = { route: routes, service: services, slot: slots }
  const exposes: Record<string, string> = {}
  for (const kind of ['route', 'service', 'slot'] as const) {
    const { folder, ending } = KINDS[kind]
    for (const { expose } of declared[kind]) {
      const file = `./${folder}/${expose.slice(2)}${ending}`
      if (!existsSync(join(packageName, file)))
        throw new Error(`remote ${id}: a ${kind} names ${expose}, but ${file} is missing`)
      if ((exposes[expose] ?? file) !== file)
        throw new Error(`remote ${id}: ${expose} is the name of both ${exposes[expose]} and ${file}`)
      exposes[expose] = file
    }
    for (const name of modulesIn(packageName, KINDS[kind])) {
      if (exposes[`./${name}`] === undefined)
        throw new Error(`remote ${id}: no ${kind} names ./${name} (${folder}/${name}${ending})`)
    }
  }
  return exposes
}

function modulesIn(packageName: string, { folder, ending }: { folder: string; ending: string }): string[] {
  const path = join(packageName, folder)
  return (existsSync(path) ? readdirSync(path) : [])
    .filter((file) => /^[A-Z]\w*\./.test(file) && file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
}
