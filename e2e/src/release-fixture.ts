/** Builds a remote of `fixtures/` and makes it active on the running product: `node release-fixture.ts <folder>`, with its DATA_DIR. */
import { join } from 'node:path'
import { runToEnd } from '../../scripts/tools/child-process.ts'
import { withDeskDatabase } from '../../server/src/cli/with-database.ts'
import { publishRemote } from '../../server/src/releases/publish.ts'
import { readHostDist, readReleasesDir } from '../../server/src/releases/release-files.ts'

const e2e = join(import.meta.dirname, '..')
const room = join(e2e, 'fixtures', process.argv[2] ?? '')
const rsbuild = join(e2e, 'node_modules/@rsbuild/core/bin/rsbuild.js')
const built = await runToEnd(process.execPath, [rsbuild, 'build'], {
  cwd: room,
  env: { ...process.env, NODE_ENV: 'production' },
})
if (built.code !== 0) throw new Error(built.output)
await withDeskDatabase(process.env, async (db) => {
  const place = { db, releasesDir: readReleasesDir(process.env), hostDist: readHostDist(process.env) }
  await publishRemote(place, join(room, 'dist'))
})
