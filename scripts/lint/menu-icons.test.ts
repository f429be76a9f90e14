import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RemoteDeclaration } from '../../shared/src/federation/remote-manifest.ts'
import { REMOTES } from '../tools/packages.ts'

const root = join(import.meta.dirname, '../..')

test('each link of the user menu has a unique icon', async () => {
  const icons: (string | undefined)[] = []
  for (const id of REMOTES) {
    const { default: declaration } = (await import(join(root, `remote-${id}/remote.config.ts`))) as {
      default: Pick<RemoteDeclaration, 'links'>
    }
    for (const { slot, icon } of declaration.links ?? []) if (slot === 'user-menu-link') icons.push(icon)
  }
  expect(icons).not.toContain(undefined)
  expect(new Set(icons).size).toBe(icons.length)
})
