import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '../../server/src/cli/run-command.ts'

const INSIDE = join(import.meta.dirname, 'production/follow-document.ts')
const PLACES = 'oa-desk-production-'
/** What the document changes of a machine; everything else stays as it is. */
const OVERLAID = ['etc', 'opt', 'usr', 'var', 'root', 'srv']

/**
 * Makes a machine within this one (its own view of the file system, its own processes, and beside the host's a network of its own
 * that is nothing but loopback), in which docs/operate.md is followed word by word. Nothing of it remains.
 */
const MACHINE = `set -e
mount --make-rprivate /
for dir in ${OVERLAID.join(' ')}; do
  mkdir -p "$PLACE/$dir/upper" "$PLACE/$dir/work"
  mount -t overlay overlay -o "lowerdir=/$dir,upperdir=$PLACE/$dir/upper,workdir=$PLACE/$dir/work" "/$dir"
done
mount -t tmpfs -o mode=0755 tmpfs /run
mkdir -p /run/lock
install -d -o postgres -g postgres -m 2775 /run/postgresql
rm -rf /var/lib/oa-desk /opt/oa-desk /etc/oa-desk.env
touch "$PLACE/outer-network"
mount --bind /proc/self/ns/net "$PLACE/outer-network"
unshare --net sh -c 'ip link set lo up && exec "$@"' sh "$@"
# This shell stays, as the first process, which takes leave of those that lost their parent.
exit $?`

/** True: every block of docs/operate.md worked, and the desk that it describes did what it should. */
export async function soak(): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
    throw new CommandError('This run follows docs/operate.md on Debian, as root.')
  removeAbandoned()
  const place = join(tmpdir(), `${PLACES}${process.pid}`)
  mkdirSync(place, { mode: 0o700 })
  // Of its own: file systems, network (beside the host's), processes, and what PostgreSQL shares in memory.
  const machine = ['--mount', '--ipc', '--pid', '--fork', '--kill-child', '--mount-proc']
  const child = spawn('unshare', [...machine, 'bash', '-c', MACHINE, 'bash', process.execPath, INSIDE], {
    env: { ...process.env, PLACE: place },
    stdio: 'inherit',
  })
  // The machine ends with its first process, and nothing of it remains.
  const end = () => child.kill('SIGKILL')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  try {
    const code = await new Promise((done) => child.once('close', done))
    return code === 0
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** What a run that was killed could not remove. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PLACES) ? name.slice(PLACES.length) : ''
    if (/^\d+$/.test(pid) && !existsSync(`/proc/${pid}`))
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}
