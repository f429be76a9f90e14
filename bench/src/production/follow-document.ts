/** Follows docs/operate.md block by block, on the machine that production.soak.ts has created. */
import { execFileSync } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { assign, type Block, shellBlocks } from './document-blocks.ts'
import { LineSimulatorProcess } from './line-simulator-process.ts'
import { ProductionDesk } from './production-desk.ts'
import { restartsUnderWebhooks } from './restarts-under-webhooks.ts'
import { ShellSession } from './shell-session.ts'
import { DESK_EXIT, DESK_LOG, DESK_PID } from './systemctl.ts'

const repository = join(import.meta.dirname, '../../..')
const dir = process.env.SOAK_DIR ?? ''
const BARE = '/srv/oa-desk.git'
const BACKUPS = '/var/backups/oa-desk'
/** Commands that need package registries. All other commands run on a network with only loopback. */
const FETCHES = /\bapt-get\b|\bnpm install\b|\bgit clone\b|\bdesk build\b/

const sh = (script: string) => execFileSync('bash', ['-ec', script], { encoding: 'utf8' })
function hold(what: string, holds: boolean): void {
  if (!holds) throw new Error(`this check failed: ${what}`)
  console.log(`    ${what}`)
}

function publishSource(): void {
  sh(`git -c safe.directory='*' clone --quiet --bare --no-local '${repository}' ${BARE}
    git -C ${BARE} branch --force main "$(git -c safe.directory='*' -C '${repository}' rev-parse HEAD)"
    chmod -R a+rX ${BARE}
    git config --system --add safe.directory ${BARE}`)
}

function publishNextVersion(): void {
  sh(`git clone --quiet --branch main ${BARE} /srv/next
    cd /srv/next
    for file in host/src/lazy-screens.ts remote-chat/src/pages/TicketDesk.tsx; do echo '// the next version' >> $file; done
    git -c user.name=soak -c user.email=soak@example.com commit --quiet --all --message 'chore: the next version'
    git push --quiet origin HEAD:main
    chmod -R a+rX ${BARE}`)
}

/** Copies the files, so that changes in the repository do not affect the run. */
function installSystemctlMock(): void {
  const files = [
    'bench/src/production/systemctl.ts',
    'bench/src/production/service-manager.ts',
    'bench/src/production/unit-file.ts',
    'server/src/testing/activation-socket.ts',
  ]
  for (const file of files) {
    mkdirSync(join('/srv/systemctl', dirname(file)), { recursive: true })
    copyFileSync(join(repository, file), join('/srv/systemctl', file))
  }
  writeFileSync('/srv/systemctl/package.json', '{"type":"module"}')
  const script = `#!/bin/sh\nexec '${process.execPath}' /srv/systemctl/${files[0]} "$@"\n`
  writeFileSync('/usr/local/bin/systemctl', script, { mode: 0o755 })
}

function activeReleases(): { host: string; chat: string } {
  const text = sh(
    `runuser -u postgres -- psql --no-align --tuples-only --command 'select document from release_registry' oa_desk`,
  )
  const { host, remotes } = JSON.parse(text) as {
    host: { active: string }
    remotes: Record<string, { active: { release: string } }>
  }
  return { host: host.active, chat: remotes.chat?.active.release ?? '' }
}

function requireDeskProcess(): void {
  const pid = readFileSync(DESK_PID, 'utf8').trim()
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const uid = sh('id --user oa-desk').trim()
  hold(
    'the server runs as oa-desk, without any capability',
    status.includes(`Uid:\t${uid}\t${uid}\t${uid}\t${uid}`) && /^CapEff:\t0+$/m.test(status),
  )
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim()
  hold(`its process is ${command}`, command.endsWith('.bin/node server/src/main.ts'))
}

async function main(): Promise<void> {
  publishSource()
  installSystemctlMock()
  const line = new LineSimulatorProcess({ repository, dataDir: join(dir, 'line') })
  await line.start()
  const desk = new ProductionDesk('https://localhost', line)
  const values = {
    DOMAIN: 'localhost',
    REPOSITORY: BARE,
    VERSION: 'main',
    LINE_LOGIN_CLIENT_ID: line.login.client_id,
    LINE_LOGIN_CLIENT_SECRET: line.login.channel_secret,
  }
  const outer = new ShellSession(['nsenter', `--net=${join(dir, 'outer-network')}`, 'bash'], dir)
  const inner = new ShellSession(['bash'], dir)
  let first = { host: '', chat: '' }
  let next = first
  let image = ''

  const before: Record<string, () => Promise<void>> = {
    "LINE's consoles 1": async () => {
      const { channel_secret, channel_access_token } = line.channel
      await inner.run(
        `export CHANNEL_SECRET='${channel_secret}' CHANNEL_ACCESS_TOKEN='${channel_access_token}'`,
      )
    },
    'The first manager 1': async () => {
      hold('a user who signs in waits for approval', (await desk.tryToSignIn()) === 'waiting_approval')
      await inner.run(`LINE_USER_ID='${line.manager}'`)
    },
    'A new version 1': async () => {
      first = activeReleases()
      publishNextVersion()
      await desk.openSocket()
    },
    'Backup and restore 1': async () => {
      first = activeReleases()
    },
    'Backup and restore 2': async () => {
      const [file = ''] = readdirSync(BACKUPS)
      const { mode, uid } = statSync(join(BACKUPS, file))
      hold('the backup is readable only by its owner', (mode & 0o777) === 0o600 && uid !== 0)
      const { channel_secret, channel_access_token } = line.channel
      const held = [channel_secret, channel_access_token].map((secret) =>
        sh(
          `zcat '${join(BACKUPS, file)}' | grep --text --count --fixed-strings -e '${secret}' || true`,
        ).trim(),
      )
      hold('the backup contains no secret', held.join() === '0,0')
      await desk.customerWrites('หลังสำรองข้อมูล')
    },
  }
  const after: Record<string, (printed: string) => Promise<void>> = {
    'User and source 1': async () => useRegistryOfThisMachine(),
    'Settings 1': async () => {
      const { mode, uid } = statSync('/etc/oa-desk.env')
      hold('the settings are readable only by root', (mode & 0o777) === 0o600 && uid === 0)
      writeFileSync(
        '/etc/oa-desk.env',
        `LINE_API_URL=${line.url}\nLINE_AUTHORIZE_URL=${line.url}/oauth2/v2.1/authorize\n`,
        {
          flag: 'a',
        },
      )
    },
    'Service 2': async () => requireDeskProcess(),
    'nginx and TLS 2': async () => {
      desk.trust('/etc/ssl/oa-desk/fullchain.pem')
      await line.restart({ trusted: '/etc/ssl/oa-desk/fullchain.pem' })
      for (const detail of await desk.checkProxy()) hold(detail.what, detail.holds)
    },
    "LINE's consoles 1": async (printed) => {
      hold('the command printed no secret', !printed.includes(line.channel.channel_secret))
      const sqlText = 'select secret || access_token from channels'
      const stored = sh(`runuser -u postgres -- psql --no-align --tuples-only --command '${sqlText}' oa_desk`)
      hold(
        'the database stores it encrypted',
        stored.startsWith('sealed:') && !stored.includes(line.channel.channel_secret),
      )
      await desk.customerWrites('สวัสดีค่ะ')
      console.log("    a customer's message came through nginx over TLS, signed: 200")
    },
    'The first manager 1': async () => {
      hold('the manager is signed in', (await desk.signIn()) === 'BUSINESS')
      hold('the manager sees the ticket', await desk.hasMessage('สวัสดีค่ะ'))
      await desk.openSocket()
      await desk.customerWrites('ขอสอบถามค่ะ')
      await desk.received('ขอสอบถามค่ะ')
      console.log('    a socket through nginx received the next message')
      await desk.reply('สวัสดีครับ')
      console.log('    a reply reached the customer')
      image = await desk.upload()
      hold('an uploaded image is served', await desk.serves(image))
      const { key, bot_user_id, channel_secret } = line.channel
      const channel = {
        deskUrl: 'https://localhost',
        channelKey: key,
        botUserId: bot_user_id,
        secret: channel_secret,
      }
      const times = [...(await restartsUnderWebhooks(channel, line.customer)).values()]
      hold(
        `each of ${times.length} webhooks around a kill and a restart was answered with 200 and stored once`,
        times.every((count) => count === 1),
      )
    },
    'Watching 1': async (printed) => {
      hold('the token gives access to the detail of /readyz', printed.includes('"line_events"'))
    },
    'Watching 2': async (printed) => {
      const kinds = ['channel_added', 'approved', 'signed_in']
      hold(
        'security events record who did what',
        kinds.every((kind) => printed.includes(kind)),
      )
      hold('no security event contains a secret', !printed.includes(line.channel.channel_secret))
    },
    'A new version 1': async () => {
      next = activeReleases()
      hold('host and chat are the new releases', next.host !== first.host && next.chat !== first.chat)
      hold('the socket was closed for a restart (1012)', (await desk.closed()) === 1012)
      hold('the page is rendered from the new host', (await desk.page()).includes('release-registry'))
      await desk.customerWrites('หลังอัปเกรด')
      hold('the session and the messages are still there', await desk.hasMessage('หลังอัปเกรด'))
    },
    'A new version 2': async () => {
      const now = activeReleases()
      hold('host and chat are the first releases again', now.host === first.host && now.chat === first.chat)
    },
    'A new version 3': async () => {
      const now = activeReleases()
      hold('the older server serves the same releases', now.host === first.host && now.chat === first.chat)
      hold('the older server serves the same messages', await desk.hasMessage('หลังอัปเกรด'))
      requireDeskProcess()
    },
    'Backup and restore 2': async () => {
      const now = activeReleases()
      hold('all users must sign in again', await desk.isSignedOut())
      hold('the manager is there, with the same rights', (await desk.signIn()) === 'BUSINESS')
      hold('the releases are those of the backup', now.host === first.host && now.chat === first.chat)
      const texts = await desk.messages()
      hold('the messages are restored', texts.includes('หลังอัปเกรด') && !texts.includes('หลังสำรองข้อมูล'))
      await desk.customerWrites('หลังกู้คืน')
      hold('a new message is stored', await desk.hasMessage('หลังกู้คืน'))
      hold('the image from before is served', await desk.serves(image))
      hold('the page is rendered from restored files', (await desk.page()).includes('release-registry'))
      const sqlText = "select count(*) from security_events where kind = 'channel_added'"
      const count = sh(`runuser -u postgres -- psql --no-align --tuples-only --command "${sqlText}" oa_desk`)
      hold('security events are restored', count.trim() === '1')
    },
    'Stopping 1': async () => {
      hold('the server ended with code 0', readFileSync(DESK_EXIT, 'utf8').trim() === '0')
      const left = sh("ps -u oa-desk -o stat=,args= | grep -v '^Z' || true").trim()
      hold(`the server left no process${left}`, left === '')
    },
  }

  const counts = new Map<string, number>()
  try {
    for (const block of shellBlocks(readFileSync(join(repository, 'docs/operate.md'), 'utf8'))) {
      const number = (counts.get(block.chapter) ?? 0) + 1
      counts.set(block.chapter, number)
      const name = `${block.chapter} ${number}`
      await before[name]?.()
      const started = performance.now()
      const printed = await runBlock(block, counts.size === 1 ? values : {}, { outer, inner })
      console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
      await after[name]?.(printed)
      delete before[name]
      delete after[name]
    }
    const missed = [...Object.keys(before), ...Object.keys(after)]
    if (missed.length > 0) throw new Error(`docs/operate.md has no ${missed.join(', ')}`)
  } catch (error) {
    if (existsSync(DESK_LOG)) console.error(readFileSync(DESK_LOG, 'utf8').slice(-4_000))
    throw error
  } finally {
    outer.end()
    inner.end()
    await line.stop()
  }
}

async function runBlock(
  block: Block,
  values: Record<string, string>,
  { outer, inner }: { outer: ShellSession; inner: ShellSession },
): Promise<string> {
  const { shell } = assign(block, values)
  if (Object.keys(values).length > 0) await outer.run(shell)
  return (FETCHES.test(shell) ? outer : inner).run(shell)
}

/** Copies this machine's npm settings, as an administrator would configure a package registry. */
function useRegistryOfThisMachine(): void {
  const own = '/var/lib/oa-desk/.npmrc'
  if (!existsSync('/root/.npmrc')) return
  copyFileSync('/root/.npmrc', own)
  const { uid, gid } = statSync('/var/lib/oa-desk')
  chownSync(own, uid, gid)
}

main().then(
  () => {
    console.log('all checks of docs/operate.md passed')
    process.exit(0)
  },
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
