import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '../../server/src/cli/run-command.ts'

const INSIDE = join(import.meta.dirname, 'production/follow-document.ts')
const SOAK_PREFIX = 'oa-desk-production-'
/** Folders that docs/operate.md changes. An overlay file system receives the changes. */
const OVERLAID = ['etc', 'opt', 'usr', 'var', 'root', 'srv']

/** Script that creates separate mounts and processes, a loopback-only network, and a file for the host's network. */
const MACHINE = `set -e
mount --make-rprivate /
for dir in ${OVERLAID.join(' ')}; do
  mkdir -p "$SOAK_DIR/$dir/upper" "$SOAK_DIR/$dir/work"
  mount -t overlay overlay -o "lowerdir=/$dir,upperdir=$SOAK_DIR/$dir/upper,workdir=$SOAK_DIR/$dir/work" "/$dir"
done
mount -t tmpfs -o mode=0755 tmpfs /run
mkdir -p /run/lock
install -d -o postgres -g postgres -m 2775 /run/postgresql
rm -rf /var/lib/oa-desk /opt/oa-desk /etc/oa-desk.env
touch "$SOAK_DIR/outer-network"
mount --bind /proc/self/ns/net "$SOAK_DIR/outer-network"
unshare --net sh -c 'ip link set lo up && exec "$@"' sh "$@"
# This shell stays, as the first process, which takes leave of those that lost their parent.
exit $?`

/** Returns true when every block of docs/operate.md worked, and the desk that it sets up behaved as described. */
export async function soak(): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
    throw new CommandError('This run follows docs/operate.md on Debian, and must run as root.')
  removeAbandoned()
  const dir = join(tmpdir(), `${SOAK_PREFIX}${process.pid}`)
  mkdirSync(dir, { mode: 0o700 })
  const machine = ['--mount', '--ipc', '--pid', '--fork', '--kill-child', '--mount-proc']
  const child = spawn('unshare', [...machine, 'bash', '-c', MACHINE, 'bash', process.execPath, INSIDE], {
    env: { ...process.env, SOAK_DIR: dir },
    stdio: 'inherit',
  })
  // The namespace ends when its first process is killed.
  const end = () => child.kill('SIGKILL')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  try {
    const code = await new Promise((done) => child.once('close', done))
    return code === 0
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Removes the folders of runs that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(SOAK_PREFIX) ? name.slice(SOAK_PREFIX.length) : ''
    if (/^\d+$/.test(pid) && !existsSync(`/proc/${pid}`))
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}
