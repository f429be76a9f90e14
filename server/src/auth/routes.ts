import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getMe } from 'shared/contract/auth/get-me.call.ts'
import { lineCallback } from 'shared/contract/auth/line-callback.call.ts'
import { loginSettings as loginSettingsCall } from 'shared/contract/auth/login-settings.call.ts'
import { logout } from 'shared/contract/auth/logout.call.ts'
import type { StaffProfile } from 'shared/contract/auth/staff-profile.ts'
import { startLogin } from 'shared/contract/auth/start-login.call.ts'
import type { ErrorCode } from 'shared/contract/errors.ts'
import { DeskError } from '../desk-error.ts'
import { createFailureLimit } from '../http/rate-limit.ts'
import { serveCall } from '../http/serve-call.ts'
import { RateLimiter } from '../rate-limiter.ts'
import type { ServerContext } from '../server-context.ts'
import { recordSecurityEvent } from '../sessions/security-event.store.ts'
import { endSession } from '../sessions/session.store.ts'
import { bearerToken } from '../sessions/session-token.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { loginSettings } from './line-login.ts'
import { LoginRefused } from './login-refusal.ts'
import { createPendingLogins } from './pending-logins.ts'
import { createSignIn } from './sign-in.ts'

/** Maximum login starts per IP address and minute: high, because a whole office signs in together after an outage. */
const LOGINS_PER_MINUTE = 300
const REFUSALS_PER_MINUTE = 300
/** Two limits of refused sign-ins per minute that are recorded with LINE's reason: per IP address, and in total. */
const RECORDED_PER_ADDRESS = 10
const RECORDED_PER_MINUTE = 30
const REFUSALS: readonly ErrorCode[] = ['login_refused', 'login_not_begun']

export async function authRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  const signIn = createSignIn(context)
  const refusals = createFailureLimit(app, 'refused sign-ins', REFUSALS_PER_MINUTE)
  const recorded = createFailureLimit(app, 'recorded refusals', RECORDED_PER_ADDRESS)
  const allRecorded = new RateLimiter(RECORDED_PER_MINUTE, RECORDED_PER_MINUTE / 60, performance.now())

  async function noteRefusal(request: FastifyRequest, refusal: DeskError): Promise<void> {
    await refusals.count(request)
    try {
      await recorded.check(request)
    } catch {
      return
    }
    if (!allRecorded.consume(performance.now())) return
    await recorded.count(request)
    const details = refusal instanceof LoginRefused ? refusal.details : {}
    request.log.warn({ code: refusal.code, ...details }, 'a sign-in was refused')
    const detail = { reason: refusal.code, ...details }
    const event = { kind: 'sign_in_refused', staffId: null, address: request.ip, detail } as const
    // Only logs a failure to store the security event, so that the caller still receives the refusal.
    await recordSecurityEvent(context.db, event).catch((error: unknown) =>
      context.log.warn({ err: error }, 'a refused sign-in could not be recorded'),
    )
  }

  const pending = createPendingLogins(context.config, context.now)

  await app.register(async (limited) => {
    limited.addHook('onRequest', limited.rateLimit({ max: LOGINS_PER_MINUTE, timeWindow: 60_000 }))
    serveCall(limited, startLogin, async ({ body, raw, reply }) => ({
      ...loginSettings(context.config),
      ...(await pending.begin(raw, reply, body.state)),
    }))
  })

  serveCall(app, lineCallback, async ({ body, raw, reply }) => {
    await refusals.check(raw)
    try {
      // Browsers always send `Origin` with this request. Other clients need no pending login, because it protects
      // against forged links, which only browsers open.
      const isBrowser = raw.headers.origin !== undefined
      const begun = isBrowser ? await pending.consume(raw, reply, body.state) : undefined
      if (isBrowser && begun === undefined) throw new DeskError('login_not_begun')
      const client = {
        address: raw.ip,
        userAgent: raw.headers['user-agent'],
        oldToken: bearerToken(raw.headers.authorization),
      }
      return { token: await signIn({ code: body.code, begun }, client) }
    } catch (error) {
      if (error instanceof DeskError && REFUSALS.includes(error.code)) await noteRefusal(raw, error)
      throw error
    }
  })

  serveCall(app, loginSettingsCall, async () => loginSettings(context.config))

  serveCall(app, getMe, async ({ signedIn }) => ({ profile: profileOf(signedIn) }))

  serveCall(app, logout, async ({ signedIn, raw }) => {
    await endSession(context.db, {
      staffId: signedIn.staff.id,
      tokenHash: signedIn.tokenHash,
      address: raw.ip,
    })
    context.bus.publish({ kind: 'session_ended', staffId: signedIn.staff.id, tokenHash: signedIn.tokenHash })
    return { ok: true as const }
  })
}

/** Returns the staff member's profile. Only the display name is set, because LINE provides no other names. */
function profileOf({ staff }: SignedIn): StaffProfile {
  return {
    id: staff.id,
    line_user_id: staff.lineUserId,
    status: 'APPROVED',
    role: staff.role,
    display_name: staff.displayName,
    full_name: null,
    username: null,
    picture_url: staff.pictureUrl,
    avatar_url: staff.pictureUrl,
    status_message: staff.statusMessage,
    email: staff.email,
    permissions: staff.permissions,
    last_login_at: staff.lastLoginAt?.toISOString() ?? null,
  }
}
