import { lazyCalls } from '../lazy-calls.ts'

type SubjectCalls = typeof import('./subject.queries.ts')

export const subjectCalls = lazyCalls<SubjectCalls>(() => import('./subject.queries.ts'))
