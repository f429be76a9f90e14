import type { FastifyInstance } from 'fastify'
import { getMe } from 'shared/contract/auth/get-me.call.ts'
import { lineCallback } from 'shared/contract/auth/line-callback.call.ts'
import { loginSettings as loginSettingsCall } from 'shared/contract/auth/login-settings.call.ts'
import { logout } from 'shared/contract/auth/logout.call.ts'
import type { Desk } from '../desk.ts'
import { serveCall } from '../http/serve-call.ts'
import { loginSettings } from './login-settings.ts'
import { profileOf } from './profile.ts'
import { endSession } from './session.store.ts'
import { createSignIn } from './sign-in.ts'

const SIGN_INS_PER_MINUTE = 60

export async function authRoutes(app: FastifyInstance, desk: Desk): Promise<void> {
  const signIn = createSignIn(desk)

  await app.register(async (limited) => {
    const limit = limited.rateLimit({ max: SIGN_INS_PER_MINUTE, timeWindow: 60_000 })
    limited.addHook('onRequest', limit)
    serveCall(limited, lineCallback, async ({ body }) => ({ token: await signIn(body.code) }))
  })

  serveCall(app, loginSettingsCall, async () => loginSettings(desk.config))

  serveCall(app, getMe, async ({ signedIn }) => ({ profile: profileOf(signedIn) }))

  serveCall(app, logout, async ({ signedIn }) => {
    await endSession(desk.db, signedIn.staff.id, signedIn.tokenHash)
    desk.bus.publish({ kind: 'session_ended', staffId: signedIn.staff.id, tokenHash: signedIn.tokenHash })
    return { ok: true as const }
  })
}
