export class MockRefusal extends Error {
  readonly status: number
  readonly body: Record<string, unknown>

  constructor(status: number, code: string, extra: Record<string, unknown> = {}) {
    super(code)
    this.status = status
    this.body = { code, message: code, ...extra }
  }
}
