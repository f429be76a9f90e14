import { z } from 'zod'
import { startSimulator } from './simulator.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const environment = z.object({
  PORT: port.optional(),
  SIMULATOR_PORT: port.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DESK_URL: z.url().default('http://localhost:8080'),
  PUBLIC_MEDIA_URL: z.union([z.literal('').transform(() => undefined), z.url()]).optional(),
})

/** Maximum time for closing in ms. An open webhook takes the longest time, up to 2 s. */
const CLOSE_LIMIT_MS = 5_000

function fail(line: string): never {
  console.error(line)
  process.exit(1)
}

const read = environment.safeParse(process.env)
if (!read.success) {
  const issue = read.error.issues[0]
  fail(`${issue?.path.join('.')}: ${issue?.message}`)
}
const { DATA_DIR, DESK_URL, PUBLIC_MEDIA_URL } = read.data
// Prefers SIMULATOR_PORT: PORT may belong to the desk when both are started from one environment.
const wanted = read.data.SIMULATOR_PORT ?? read.data.PORT ?? 8090

try {
  const simulator = await startSimulator({
    port: wanted,
    dataDir: DATA_DIR,
    deskUrl: DESK_URL,
    ...(PUBLIC_MEDIA_URL ? { publicMediaUrl: PUBLIC_MEDIA_URL } : {}),
  })
  console.log(`LINE simulator ${simulator.url}`)
  const stop = () => {
    setTimeout(() => process.exit(1), CLOSE_LIMIT_MS).unref()
    simulator.close().then(() => process.exit(0))
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  fail(
    code === 'EADDRINUSE'
      ? `Port ${wanted} is used by another program; set SIMULATOR_PORT to a free one`
      : `The LINE simulator cannot start: ${message}`,
  )
}
