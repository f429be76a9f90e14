import {
  type LineBotAccess,
  type LineBotInfo,
  type Quota,
  quotaStateOf,
  readBotInfo,
  readQuota,
  readWebhookEndpoint,
  testWebhook,
  type UnavailableInfo,
  type WebhookTest,
} from '../line-api/bot-info.ts'

export interface Finding {
  what: 'token' | 'webhook' | 'chat' | 'quota' | 'redelivery' | 'pictures' | 'ticket-on'
  /** `WRONG`: messages or replies are lost until the setting is corrected. `look`: the setting may be intentional. */
  state: 'works' | 'WRONG' | 'look' | 'not known'
  text: string
}

export interface CheckedChannel {
  findings: Finding[]
  token: { kind: 'works' } | UnavailableInfo
  botInfo: LineBotInfo | null
  quota: Quota | null
}

export const RENEW_TOKEN = 'issue a new one in LINE’s console, then run pnpm channels rotate'

export async function checkChannel(
  access: LineBotAccess,
  expected: { key: string; botUserId: string; webhookUrl: string },
): Promise<CheckedChannel> {
  const reported = await readBotInfo(access)
  if (reported.kind !== 'known')
    return { findings: [aboutToken(reported)], token: reported, botInfo: null, quota: null }
  const botInfo = reported.value
  if (botInfo.botUserId !== expected.botUserId) {
    const text = `belongs to another LINE Official Account (${botInfo.botUserId}, ${botInfo.name ?? 'without a name'}): store the token of this one with pnpm channels rotate ${expected.key}`
    const findings: Finding[] = [{ what: 'token', state: 'WRONG', text }]
    return { findings, token: { kind: 'works' }, botInfo: null, quota: null }
  }
  const quota = await readQuota(access)
  const findings: Finding[] = [
    {
      what: 'token',
      state: 'works',
      text: `LINE accepts it (${botInfo.name ?? ''} ${botInfo.basicId ?? ''})`,
    },
    await aboutWebhook(access, expected.webhookUrl),
    aboutChat(botInfo),
    quota.kind === 'known' ? aboutQuota(quota.value) : unavailableFinding('quota', quota),
    {
      what: 'redelivery',
      state: 'not known',
      text: 'LINE does not report it. In its console, Messaging API tab: Webhook redelivery must be on; otherwise messages that customers write while the desk is down are lost',
    },
  ]
  return { findings, token: { kind: 'works' }, botInfo, quota: quota.kind === 'known' ? quota.value : null }
}

function aboutToken(result: UnavailableInfo): Finding {
  if (result.kind === 'refused')
    return { what: 'token', state: 'WRONG', text: `refused by LINE (${result.reason}): ${RENEW_TOKEN}` }
  return unavailableFinding('token', result)
}

function unavailableFinding(what: Finding['what'], result: UnavailableInfo): Finding {
  return { what, state: 'WRONG', text: `not known: ${result.reason}` }
}

async function aboutWebhook(access: LineBotAccess, expected: string): Promise<Finding> {
  const finding = (state: Finding['state'], text: string): Finding => ({ what: 'webhook', state, text })
  const put = `enter ${expected} in LINE’s console (Messaging API tab, Webhook URL)`
  const endpoint = await readWebhookEndpoint(access)
  if (endpoint.kind === 'none') return finding('WRONG', `not set, so no messages arrive: ${put}`)
  if (endpoint.kind !== 'known') return unavailableFinding('webhook', endpoint)
  if (!isSameWebhook(endpoint.endpoint, expected))
    return finding('WRONG', `LINE calls another URL, ${endpoint.endpoint}: ${put}`)
  if (!endpoint.active)
    return finding(
      'WRONG',
      'switched off, so no messages arrive: LINE’s console, Messaging API tab, Use webhook',
    )
  const tested = await testWebhook(access)
  if (tested.kind === 'unknown' && tested.status === 429)
    return finding('look', 'LINE has tested it too often (60 times an hour): try again later')
  if (tested.kind !== 'known') return unavailableFinding('webhook', tested)
  const test = tested.value
  if (test.success) return finding('works', `LINE called ${endpoint.endpoint} and got ${test.statusCode}`)
  return finding('WRONG', `LINE called ${endpoint.endpoint}: ${textsOfTest(test)}`)
}

export function textsOfTest({ reason, statusCode, detail }: WebhookTest): string {
  const texts = `${reason || 'UNCLASSIFIED'}${detail === '' ? '' : ` (${detail})`}`
  switch (reason) {
    case 'COULD_NOT_CONNECT':
      return `${texts}: nothing listens there, or LINE does not trust its certificate; is the server running, and is the URL reachable from the internet?`
    case 'REQUEST_TIMEOUT':
      return `${texts}: no response in time; is the server or its database overloaded, or does a firewall drop the call?`
    case 'ERROR_STATUS_CODE':
      if (statusCode === 401)
        return `${texts}: the desk rejects LINE’s signature; the channel secret is not the one in LINE’s console (pnpm channels rotate), or a proxy changes the body`
      if (statusCode === 404)
        return `${texts}: the desk there does not have this channel, or it is not the desk`
      if (statusCode === 503) return `${texts}: the desk cannot store webhooks; see its log`
      return `${texts}: the server there returns ${statusCode}; is it the desk, and does a proxy forward the call?`
    default:
      return texts
  }
}

/** Compares the whole webhook URL, or only the path when the desk's public URL is not configured. */
function isSameWebhook(endpoint: string, expected: string): boolean {
  if (!expected.startsWith('/')) return endpoint.replace(/\/+$/, '') === expected
  return URL.canParse(endpoint) && new URL(endpoint).pathname.replace(/\/+$/, '').endsWith(expected)
}

function aboutChat({ chatMode, markAsReadMode }: LineBotInfo): Finding {
  if (chatMode === 'bot')
    return {
      what: 'chat',
      state: 'works',
      text: 'off in LINE’s manager. LINE does not report whether auto-response is off too: see Response settings there',
    }
  if (chatMode !== 'chat') return { what: 'chat', state: 'not known', text: 'LINE does not report it' }
  const read =
    markAsReadMode === 'manual' ? '; a customer’s messages are marked as read when an agent replies' : ''
  return {
    what: 'chat',
    state: 'look',
    text: `on in LINE’s manager: replies that are written there, and auto-responses, never reach the desk${read}. To switch it off: manager.line.biz, Settings, Response settings`,
  }
}

function aboutQuota({ limit, used }: Quota): Finding {
  const finding = (state: Finding['state'], text: string): Finding => ({ what: 'quota', state, text })
  if (limit === null) return finding('works', `${used} messages this month, no limit`)
  const counted = `${used} of ${limit} messages of this month are used`
  switch (quotaStateOf({ limit, used })) {
    case 'reached':
      return finding(
        'WRONG',
        `${counted}: only replies within a minute of the customer’s message are sent, others fail. A larger plan: manager.line.biz`,
      )
    case 'near':
      return finding('look', `${counted}: they may run out. A larger plan: manager.line.biz`)
    default:
      return finding('works', counted)
  }
}
