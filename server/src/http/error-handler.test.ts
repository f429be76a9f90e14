import { DrizzleQueryError } from 'drizzle-orm'
import Fastify from 'fastify'
import pino from 'pino'
import { expect, test } from 'vitest'
import { addErrorHandler } from './error-handler.ts'

test('a statement that failed is told to the log without the values in it, and to the caller not at all', async () => {
  const lines: string[] = []
  const app = Fastify({ loggerInstance: pino({}, { write: (line: string) => lines.push(line) }) })
  addErrorHandler(app as never)
  app.get('/fails', () => {
    const cause = new Error('value too long')
    throw new DrizzleQueryError('insert into messages values ($1)', ['ความลับของลูกค้า'], cause)
  })
  const answer = await app.inject({ url: '/fails' })
  expect([answer.statusCode, answer.json()]).toEqual([
    500,
    { code: 'internal', message: 'ระบบเกิดข้อผิดพลาด', request_id: expect.any(String) },
  ])
  const told = lines.find((line) => line.includes('unforeseen error'))
  expect(told).toContain('insert into messages values ($1)')
  expect(told).toContain('value too long')
  expect(lines.join('\n')).not.toContain('ความลับ')
})
