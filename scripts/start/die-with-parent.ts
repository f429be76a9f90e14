/** Loaded into every program that `start` runs: when `start` is gone, however it went, they end too. */

const LAST_WORDS_MS = 3_000

process.on('disconnect', () => {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), LAST_WORDS_MS).unref()
  process.kill(process.pid, 'SIGTERM')
})
process.channel?.unref()
// Nobody reads what is said any more; saying it is no reason to fail.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
