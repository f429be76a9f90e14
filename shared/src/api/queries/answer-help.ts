import { lateCalls } from '../late-calls.ts'

export type { ProposalTexts } from './answer-help.queries.ts'

export type AnswerHelpCalls = typeof import('./answer-help.queries.ts')

/** What a conversation gets of the knowledge base and gives back to it. They come with the first use. */
export const answerHelpCalls = lateCalls<AnswerHelpCalls>(() => import('./answer-help.queries.ts'))
