import { ISSUE_TYPES, type IssueType } from 'shared/contract/constants.ts'
import { DEPOSIT } from './scripts/deposit.ts'
import { OTHER } from './scripts/other.ts'
import type { Script } from './scripts/script.ts'
import { SLOW_REPLY } from './scripts/slow-reply.ts'
import { WEBSITE } from './scripts/website.ts'
import { WITHDRAWAL } from './scripts/withdrawal.ts'

export const ISSUES: readonly { issue: IssueType; weight: number; scripts: readonly Script[] }[] = [
  { issue: ISSUE_TYPES.deposit, weight: 34, scripts: DEPOSIT },
  { issue: ISSUE_TYPES.withdrawal, weight: 25, scripts: WITHDRAWAL },
  { issue: ISSUE_TYPES.website, weight: 15, scripts: WEBSITE },
  { issue: ISSUE_TYPES.slowReply, weight: 9, scripts: SLOW_REPLY },
  { issue: ISSUE_TYPES.other, weight: 17, scripts: OTHER },
]
