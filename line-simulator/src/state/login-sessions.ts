import { createHash } from 'node:crypto'
import type { Entropy } from '../world/ids.ts'

const CODE_LIFE_MS = 10 * 60_000
const MAX_CODES = 10_000

export interface PendingLogin {
  user_id: string
  redirect_uri: string
  scope: string
  nonce: string | undefined
  code_challenge: string | undefined
  /** True when the request contained max_age: only then does the ID token contain auth_time. */
  wants_auth_time: boolean
}

/** Pending logins by their codes. Each code can be used once, within ten minutes. */
export class LoginSessions {
  private readonly pending = new Map<string, PendingLogin & { at: number }>()
  private readonly entropy: Entropy
  private readonly now: () => number

  constructor(entropy: Entropy, now: () => number) {
    this.entropy = entropy
    this.now = now
  }

  start(login: PendingLogin): string {
    const oldest = this.now() - CODE_LIFE_MS
    for (const [code, each] of this.pending) {
      if (each.at > oldest && this.pending.size < MAX_CODES) break
      this.pending.delete(code)
    }
    const code = this.entropy.bytes(15).toString('base64url')
    this.pending.set(code, { ...login, at: this.now() })
    return code
  }

  /** Returns the login of a code without consuming the code. */
  find(code: string): (PendingLogin & { at: number }) | undefined {
    const found = this.pending.get(code)
    return found && found.at > this.now() - CODE_LIFE_MS ? found : undefined
  }

  use(code: string): void {
    this.pending.delete(code)
  }
}

const VERIFIER_PATTERN = /^[A-Za-z0-9\-._~]{43,128}$/

export function verifierMatches(verifier: string | undefined, challenge: string | undefined): boolean {
  if (challenge === undefined) return verifier === undefined
  if (verifier === undefined || !VERIFIER_PATTERN.test(verifier)) return false
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}
