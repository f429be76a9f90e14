/** Loaded into every program of `start`: ends the program when `start` has exited or was killed. */

const EXIT_WITHIN_MS = 3_000

process.on('disconnect', () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), EXIT_WITHIN_MS).unref()
  process.kill(process.pid, 'SIGTERM')
})
process.channel?.unref()
// The other end of these pipes is closed: writing must not throw.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
