/**
 * Builds a remote of `fixtures/` and activates it in the running product: `node release-fixture.ts <folder>`, with
 * the product's DATA_DIR.
 */
import { join } from 'node:path'
import { runToEnd } from '../../scripts/tools/child-process.ts'
import { withDeskDatabase } from '../../server/src/cli/with-database.ts'
import { readReleaseConfig } from '../../server/src/config.ts'
import { RSBUILD_PROGRAM } from '../../server/src/releases/build-package.ts'
import { publishRemote } from '../../server/src/releases/publish-remote.ts'

const packageName = join(import.meta.dirname, '../fixtures', process.argv[2] ?? '')
const built = await runToEnd(process.execPath, [RSBUILD_PROGRAM, 'build'], {
  cwd: packageName,
  env: { ...process.env, NODE_ENV: 'production' },
})
if (built.code !== 0) throw new Error(built.output)
await withDeskDatabase(process.env, async (db) => {
  await publishRemote({ db, ...readReleaseConfig(process.env) }, join(packageName, 'dist'))
})
