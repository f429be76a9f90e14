import { join, resolve } from 'node:path'
import { createKeyFile } from '../../server/src/secrets/secrets-key.ts'

const root = join(import.meta.dirname, '../..')

/** "Bad ports" of the fetch standard, which browsers and Node's fetch reject. */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

export function readSettings() {
  const port = portFrom('PORT', 8080)
  const simulatorPort = portFrom('SIMULATOR_PORT', 8090)
  const deskUrl = `http://localhost:${port}`
  return {
    root,
    port,
    simulatorPort,
    host: process.env.HOST || '127.0.0.1',
    dataDir: resolve(root, process.env.DATA_DIR || '.data'),
    deskUrl,
    /** LINE accepts only https URLs of images. The simulator maps this URL to the desk. */
    publicMediaUrl: process.env.PUBLIC_MEDIA_URL || deskUrl.replace('http:', 'https:'),
    simulatorUrl: `http://localhost:${simulatorPort}`,
  }
}

export interface LoginChannel {
  client_id: string
  channel_secret: string
}

export function simulatorSettings(simulatorUrl: string, login: LoginChannel): Record<string, string> {
  return {
    LINE_LOGIN_CLIENT_ID: login.client_id,
    LINE_LOGIN_CLIENT_SECRET: login.channel_secret,
    LINE_AUTHORIZE_URL: `${simulatorUrl}/oauth2/v2.1/authorize`,
    LINE_API_URL: simulatorUrl,
    LINE_DATA_API_URL: simulatorUrl,
    LINE_STICKER_URL: `${simulatorUrl}/simulator/stickers/{id}.svg`,
    LINE_EMOJI_URL: `${simulatorUrl}/simulator/emojis/{product}/{id}.svg`,
    SIMULATOR_URL: simulatorUrl,
    DEMO: process.env.DEMO || '1',
    API_DOCS: process.env.API_DOCS || '1',
  }
}

/** Creates SECRETS_KEY, which a server with DATABASE_URL requires, since several servers may share the database. */
export function createKeyForExternalDatabase(dataDir: string): void {
  if (process.env.DATABASE_URL && !process.env.SECRETS_KEY) createKeyFile(dataDir)
}

function portFrom(variable: string, otherwise: number): number {
  const given = process.env[variable]
  if (given === undefined || given === '') return otherwise
  const port = Number(given)
  const isPort = /^\d+$/.test(given) && port >= 1 && port <= 65_535
  if (isPort && !BLOCKED_PORTS.has(port)) return port
  console.error(
    isPort
      ? `${variable} must be another port: browsers block port ${port} (https://fetch.spec.whatwg.org/#port-blocking)`
      : `${variable} must be a whole number from 1 to 65535`,
  )
  process.exit(1)
}
