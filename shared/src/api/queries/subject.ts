import { lateCalls } from '../late-calls.ts'

type SubjectCalls = typeof import('./subject.queries.ts')

export const subjectCalls = lateCalls<SubjectCalls>(() => import('./subject.queries.ts'))
