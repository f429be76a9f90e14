/** Loaded into every program that `start` starts: ends the program when `start` has exited or was killed. */

const EXIT_WITHIN_MS = 3_000

process.on('disconnect', () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), EXIT_WITHIN_MS).unref()
  process.kill(process.pid, 'SIGTERM')
})
process.channel?.unref()
// Ignores errors of writing, which occur when the other end of the output pipes is closed.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
