import { lateCalls } from '../late-calls.ts'

type SubjectCalls = typeof import('./subject.queries.ts')

/** Lazy call that changes the subject of a ticket. */
export const subjectCalls = lateCalls<SubjectCalls>(() => import('./subject.queries.ts'))
