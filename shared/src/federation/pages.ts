import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RemoteDeclaration } from './remote-manifest.ts'

const PAGE_FILE = /^([A-Z]\w*)\.page\.tsx$/

/** Whether a remote has any page written; without one it is declared and not released. */
export function hasPages(room: string): boolean {
  const folder = join(room, 'src/pages')
  return existsSync(folder) && readdirSync(folder).some((file) => PAGE_FILE.test(file))
}

/**
 * The exposed modules of a remote, derived from its routes: `./ChatQueuePage` is `src/pages/ChatQueuePage.page.tsx`.
 * @throws Error when a route names a page that is not there, or a page stands there that no route names.
 */
export function deriveExposes(declaration: RemoteDeclaration, room: string): Record<string, string> {
  const exposes: Record<string, string> = {}
  for (const { expose, path } of declaration.routes) {
    const file = `./src/pages/${expose.slice(2)}.page.tsx`
    if (!existsSync(join(room, file))) {
      throw new Error(`remote ${declaration.id}: route ${path} names ${expose}, but ${file} is missing`)
    }
    exposes[expose] = file
  }
  const folder = join(room, 'src/pages')
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const expose = PAGE_FILE.exec(name)?.[1]
    if (expose !== undefined && exposes[`./${expose}`] === undefined) {
      throw new Error(`remote ${declaration.id}: no route names ./${expose} (src/pages/${name})`)
    }
  }
  return exposes
}
