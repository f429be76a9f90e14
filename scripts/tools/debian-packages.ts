import { existsSync } from 'node:fs'
import { runToEnd } from './child-process.ts'

const INSTALL_LIMIT_MS = 10 * 60_000

/** Returns true on Debian as root, where packages are installed without asking. */
export function canInstall(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

export async function install(packages: string[]): Promise<boolean> {
  console.log(`installing ${packages.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, timeoutMs: INSTALL_LIMIT_MS }
  await runToEnd('apt-get', ['update'], options)
  const result = await runToEnd('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options)
  if (result.code !== 0) console.log(result.output.trim().split('\n').slice(-5).join('\n'))
  return result.code === 0
}
