type SubjectCalls = typeof import('./subject.queries.ts')

/** The call that corrects what a case is about. It comes with the first use. */
export const subjectCalls = (): Promise<SubjectCalls> => import('./subject.queries.ts')
