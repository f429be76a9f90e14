import { join } from 'node:path'
import { showUsageIfRequested } from '../server/src/cli/run-command.ts'
import { runToEnd } from './tools/child-process.ts'
import { PACKAGES } from './tools/packages.ts'

const root = join(import.meta.dirname, '..')

export async function checkTypes(): Promise<boolean> {
  let isValid = true
  for (const name of PACKAGES) {
    const result = await runToEnd(join(root, 'node_modules/.bin/tsc'), ['-p', name], { cwd: root })
    if (result.code === 0) continue
    isValid = false
    console.log(`types of ${name}:\n${result.output}`)
  }
  return isValid
}

const USAGE = `Usage:
  pnpm types

Checks the types of every package.`

if (import.meta.main && !showUsageIfRequested(USAGE)) process.exitCode = (await checkTypes()) ? 0 : 1
