import type { FastifyInstance } from 'fastify'
import { ERRORS } from 'shared/contract/errors.ts'
import { DeskError } from '../desk-error.ts'
import { RepeatedWarnings } from '../repeated-warnings.ts'
import type { ServerContext } from '../server-context.ts'

const MAX_DESCRIPTION = 200
/** A code of OAuth's or LINE's, and not a text that somebody has put in its place. */
const ERROR_CODE = /^\w{1,40}$/

/** LINE does not take a login. The caller reads the reason's code; `facts`, with LINE's own words, are for the log alone. */
export class LoginRefused extends DeskError {
  readonly facts: { line_error: string; line_description: string }

  constructor(error: string, description: string) {
    super('login_refused', { message: `${ERRORS.login_refused.text} (${error})`, reason: error })
    this.facts = { line_error: error, line_description: description }
  }
}

/** What LINE says of a refusal: its code (`unknown` where it is none) and its words, cut, without the `secrets` that it may repeat. */
export function lineErrorOf(
  answer: unknown,
  secrets: readonly (string | undefined)[] = [],
): { error: string; description: string } {
  const { error, error_description: description } = (answer ?? {}) as Record<string, unknown>
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

/**
 * A login that LINE refuses on its own page comes back as the callback's address with `error`, which no call of the desk shows. That a
 * person has cancelled is no trouble.
 */
export function addLoginErrorLog(app: FastifyInstance, { config, log }: ServerContext): void {
  const warnings = new RepeatedWarnings(log)
  const callback = new URL(config.login.redirectUri).pathname
  app.addHook('onRequest', async ({ url }) => {
    if (!url.startsWith(`${callback}?`)) return
    const query = Object.fromEntries(new URLSearchParams(url.slice(callback.length)))
    const { error, description } = lineErrorOf(query)
    if (query.error === undefined || error.toLowerCase() === 'access_denied') return
    const facts = { line_error: error, line_description: description }
    warnings.warn('login error', facts, 'LINE has sent a person back without signing them in')
  })
}
