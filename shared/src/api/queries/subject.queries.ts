import type { IssueType } from '../../contract/constants.ts'
import { correctSubject } from '../../contract/tickets/correct-subject.call.ts'
import { deskApi } from '../desk-api.ts'

export function putSubject(id: string, subject: IssueType) {
  return deskApi.call(correctSubject, { params: { id }, body: { subject } })
}
