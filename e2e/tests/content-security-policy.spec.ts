import { expect, test } from '../src/desk-test.ts'

test('the pages of an agent do not violate the content security policy', async ({
  page,
  deskUrl,
  simulator,
  signIn,
}) => {
  const broken: unknown[] = []
  const inspector = await page.context().newCDPSession(page)
  inspector.on('Audits.issueAdded', ({ issue }) => {
    if (issue.code === 'ContentSecurityPolicyIssue') broken.push(issue.details)
  })
  await inspector.send('Audits.enable')
  await signIn(page, await simulator.staffWith('ADMIN'))
  for (const path of ['/chat-queue', '/my-tickets', '/profile', '/nowhere']) {
    await page.goto(`${deskUrl}${path}`)
    await expect(page.getByRole('heading').first()).toBeVisible()
  }
  await page.goto(`${deskUrl}/chat-queue`)
  await page
    .getByRole('button', { name: /เปิดแชท/ })
    .first()
    .click()
  await expect(page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })).toBeVisible()
  // Causes a violation intentionally, to check that the test detects violations.
  expect(broken).toEqual([])
  await page.evaluate(() =>
    document.body.append(Object.assign(new Image(), { src: 'https://elsewhere.invalid/a.png' })),
  )
  await expect.poll(() => broken.length).toBe(1)
})

test('the page has a description and asks robots not to index it', async ({ page, deskUrl }) => {
  await page.goto(`${deskUrl}/login`)
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /ลูกค้า/)
  const robots = await page.request.get(`${deskUrl}/robots.txt`)
  expect(await robots.text()).toBe('User-agent: *\nDisallow: /\n')
})
