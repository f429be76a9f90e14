import type { FastifyInstance } from 'fastify'
import { ERRORS } from 'shared/contract/errors.ts'
import { DeskError } from '../desk-error.ts'
import { RepeatedWarnings } from '../repeated-warnings.ts'
import type { ServerContext } from '../server-context.ts'

const MAX_DESCRIPTION = 200
/** Format of error codes of OAuth and LINE. Other values may be injected text. */
const ERROR_CODE = /^\w{1,40}$/

/** The response contains only the error code. LINE's description (`details`) is only logged and stored. */
export class LoginRefused extends DeskError {
  readonly details: { line_error: string; line_description: string }

  constructor(error: string, description: string) {
    super('login_refused', { message: `${ERRORS.login_refused.text} (${error})`, reason: error })
    this.details = { line_error: error, line_description: description }
  }
}

/** Returns LINE's error code (`unknown` when invalid) and description, truncated and with `secrets` masked. */
export function lineErrorOf(
  response: unknown,
  secrets: readonly (string | undefined)[] = [],
): { error: string; description: string } {
  const { error, error_description: description } = (response ?? {}) as Record<string, unknown>
  return {
    error: typeof error === 'string' && ERROR_CODE.test(error) ? error : 'unknown',
    description: typeof description === 'string' ? cleanText(description, secrets) : '',
  }
}

function cleanText(text: string, secrets: readonly (string | undefined)[]): string {
  const masked = secrets.reduce<string>(
    (rest, secret) => (secret ? rest.replaceAll(secret, '…') : rest),
    text,
  )
  return masked
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .slice(0, MAX_DESCRIPTION)
    .toWellFormed()
}

/** Logs logins that LINE's own page refused, from the error in the callback URL; the browser then makes no API call. */
export function addLoginErrorLog(app: FastifyInstance, { config, log }: ServerContext): void {
  const warnings = new RepeatedWarnings(log)
  const callback = new URL(config.login.redirectUri).pathname
  app.addHook('onRequest', async ({ url }) => {
    if (!url.startsWith(`${callback}?`)) return
    const query = Object.fromEntries(new URLSearchParams(url.slice(callback.length)))
    const { error, description } = lineErrorOf(query)
    if (query.error === undefined || error.toLowerCase() === 'access_denied') return
    const details = { line_error: error, line_description: description }
    warnings.warn('login error', details, 'LINE redirected a user back without a sign-in')
  })
}
