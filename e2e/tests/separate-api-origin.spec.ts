import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import getPort from 'get-port'
import { RSBUILD_PROGRAM } from '../../server/src/releases/build-package.ts'
import { type ServerProcess, startServerProcess } from '../../server/src/testing/server-process.ts'
import { Simulator } from '../src/simulator-client.ts'
import { startProduct } from '../src/start-product.ts'

const HOST = join(import.meta.dirname, '../../host')

/** Builds the host for an API that has another origin. */
function buildHost(apiUrl: string, dist: string): void {
  execFileSync(process.execPath, [RSBUILD_PROGRAM, 'build', '--dist-path', dist], {
    cwd: HOST,
    env: { ...process.env, NODE_ENV: 'production', PUBLIC_API_URL: `${apiUrl}/` },
  })
}

test('the desk works with pages at one origin and the API at another', async ({ page }) => {
  test.setTimeout(240_000)
  const home = mkdtempSync(join(tmpdir(), 'oa-desk-'))
  // Lets the database's process enter this folder: when the test runs as root, the database runs as another user.
  chmodSync(home, 0o711)
  const port = await getPort()
  const pages = `http://localhost:${port}`
  const api = await startProduct({
    env: { ALLOWED_ORIGINS: pages, LINE_LOGIN_REDIRECT_URI: `${pages}/line-oauth-callback` },
  })
  let server: ServerProcess | undefined
  try {
    const dist = join(home, 'host')
    buildHost(api.deskUrl, dist)
    const login = (await (await fetch(`${api.deskUrl}/auth/line/settings`)).json()) as {
      authorize_url: string
      client_id: string
      redirect_uri: string
    }
    server = await startServerProcess({
      PORT: String(port),
      DATA_DIR: join(home, 'data'),
      HOST_DIST: dist,
      LINE_LOGIN_CLIENT_ID: login.client_id,
      LINE_AUTHORIZE_URL: login.authorize_url,
      SIMULATOR_URL: api.simulatorUrl,
    })

    const issues: unknown[] = []
    const inspector = await page.context().newCDPSession(page)
    inspector.on('Audits.issueAdded', ({ issue }) => {
      if (/ContentSecurityPolicy|Cors/.test(issue.code)) issues.push(issue)
    })
    await inspector.send('Audits.enable')
    const calls: string[] = []
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url())
      if (/^\/(api|auth)\//.test(pathname)) calls.push(`${origin}${pathname}`)
    })

    const agent = await new Simulator(api.simulatorUrl).staffWith('ADMIN')
    await page.goto(`${pages}/login`)
    await page.getByRole('button', { name: 'เข้าสู่ระบบด้วย LINE' }).click()
    await page.getByText(agent.display_name).first().click()
    await page.waitForURL(`${pages}/chat-queue`)
    await expect(page.getByText('Live Update')).toBeVisible()
    await expect(page.getByRole('button', { name: /เปิดแชท/ }).first()).toBeVisible()

    // After a reload, the page sends each of its initial requests once, to the API.
    calls.length = 0
    await page.goto(`${pages}/chat-queue`)
    await expect(page.getByRole('button', { name: /เปิดแชท/ }).first()).toBeVisible()
    expect(calls.filter((call) => call.endsWith('/auth/me'))).toEqual([`${api.deskUrl}/auth/me`])
    expect(calls.filter((call) => !call.startsWith(api.deskUrl))).toEqual([])
    expect(issues).toEqual([])
  } finally {
    await server?.end('SIGTERM')
    await api.stop()
    api.remove()
    rmSync(home, { recursive: true, force: true })
  }
})
