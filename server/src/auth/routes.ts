import type { FastifyInstance } from 'fastify'
import { getMe } from 'shared/contract/auth/get-me.call.ts'
import { lineCallback } from 'shared/contract/auth/line-callback.call.ts'
import { loginSettings as loginSettingsCall } from 'shared/contract/auth/login-settings.call.ts'
import { logout } from 'shared/contract/auth/logout.call.ts'
import type { StaffProfile } from 'shared/contract/auth/staff-profile.ts'
import { startLogin } from 'shared/contract/auth/start-login.call.ts'
import { DeskError } from '../desk-error.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { endSession } from '../sessions/session.store.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { loginSettings } from './line-login.ts'
import { createPendingLogins } from './pending-logins.ts'
import { createSignIn } from './sign-in.ts'

/** From one address: after an outage a whole office signs in at once. */
const SIGN_INS_PER_MINUTE = 300

export async function authRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  const signIn = createSignIn(context)
  const pending = createPendingLogins(context.config, context.now)

  await app.register(async (limited) => {
    const limit = limited.rateLimit({ max: SIGN_INS_PER_MINUTE, timeWindow: 60_000 })
    limited.addHook('onRequest', limit)
    serveCall(limited, startLogin, async ({ body, raw, reply }) => ({
      ...loginSettings(context.config),
      ...(await pending.begin(raw, reply, body.state)),
    }))
    serveCall(limited, lineCallback, async ({ body, raw, reply }) => {
      // Browsers say where a request comes from, whatever the page wants; what has no origin cannot be led here by a foreign link.
      const isBrowser = raw.headers.origin !== undefined
      const begun = isBrowser ? await pending.take(raw, reply, body.state) : undefined
      if (isBrowser && begun === undefined) throw new DeskError('login_not_begun')
      return { token: await signIn({ code: body.code, begun }) }
    })
  })

  serveCall(app, loginSettingsCall, async () => loginSettings(context.config))

  serveCall(app, getMe, async ({ signedIn }) => ({ profile: profileOf(signedIn) }))

  serveCall(app, logout, async ({ signedIn }) => {
    await endSession(context.db, signedIn.staff.id, signedIn.tokenHash)
    context.bus.publish({ kind: 'session_ended', staffId: signedIn.staff.id, tokenHash: signedIn.tokenHash })
    return { ok: true as const }
  })
}

/** The signed-in person as the browser reads them. LINE knows one name, so there is no full name or user name beside it. */
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
