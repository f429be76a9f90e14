import { lateCalls } from '../late-calls.ts'

type SubjectCalls = typeof import('./subject.queries.ts')

/** The call that corrects what a case is about. It comes with the first use. */
export const subjectCalls = lateCalls<SubjectCalls>(() => import('./subject.queries.ts'))
