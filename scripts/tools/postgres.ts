import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runToEnd } from './child-process.ts'
import { canInstall, install } from './debian-packages.ts'

export interface ScratchPostgres {
  url: string
  stop: () => Promise<void>
}

const LIBRARY = '/usr/lib/postgresql'

function newestBin(): string | undefined {
  if (!existsSync(LIBRARY)) return undefined
  const versions = readdirSync(LIBRARY).sort((a, b) => Number(b) - Number(a))
  return versions
    .map((version) => join(LIBRARY, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')))
}

/** Returns undefined if PostgreSQL cannot be installed. @throws Error when PostgreSQL does not start. */
export async function startDebianPostgres(): Promise<ScratchPostgres | undefined> {
  if (!newestBin() && canInstall()) await install(['postgresql'])
  const bin = newestBin()
  if (!bin) return undefined
  const home = mkdtempSync(join(tmpdir(), 'oa-pg-'))
  const data = join(home, 'data')
  // Runs PostgreSQL as another user, because PostgreSQL refuses to run as root.
  const asRoot = process.getuid?.() === 0
  const exec = (command: string, args: string[]) =>
    asRoot
      ? runToEnd(
          'setpriv',
          ['--reuid=postgres', '--regid=postgres', '--clear-groups', join(bin, command), ...args],
          { cwd: home },
        )
      : runToEnd(join(bin, command), args, { cwd: home })
  if (asRoot) await runToEnd('chown', ['postgres:postgres', home])
  const made = await exec('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ])
  // Disables fsync, because the data of this cluster need not survive a crash.
  const unsafe = '-c fsync=off -c full_page_writes=off'
  const options = `-c listen_addresses='' -c unix_socket_directories=${home} -c max_connections=200 ${unsafe}`
  const started = await exec('pg_ctl', ['-D', data, '-w', '-l', join(home, 'log'), '-o', options, 'start'])
  const stop = async () => {
    await exec('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop'])
    rmSync(home, { recursive: true, force: true })
  }
  if (made.code !== 0 || started.code !== 0) {
    await stop()
    throw new Error(`Debian's PostgreSQL did not start:\n${made.output}${started.output}`)
  }
  return { url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(home)}`, stop }
}
