import { ERRORS } from 'shared/contract/errors.ts'
import { DeskError } from '../errors.ts'

/** How parts of a request are called where a person reads of them. */
const PART_NAMES: Record<string, string> = {
  querystring: 'query',
  body: 'body',
  params: 'params',
  headers: 'headers',
}

export interface ValidationIssue {
  instancePath: string
  message?: string
}

/** A request that does not fit the contract: 400 with each field named, in English for programmers and in Thai for people. */
export function invalidRequest(part: string, issues: readonly ValidationIssue[]): DeskError {
  const fields = issues.slice(0, 20).map((issue) => ({
    field: [PART_NAMES[part] ?? part, ...pathOf(issue.instancePath)].join('.'),
    problem: issue.message ?? 'is not valid',
  }))
  const names = [...new Set(fields.map((each) => each.field))]
  return new DeskError('invalid_request', {
    message: `${ERRORS.invalid_request.text} (${names.join(', ')})`,
    detail: fields.map((each) => `${each.field}: ${each.problem}`).join('; '),
    fields,
  })
}

function pathOf(instancePath: string): string[] {
  return instancePath.split('/').filter((part) => part !== '')
}
