import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may call: anybody, any approved member of staff, or managers only. */
export type Access = 'public' | 'staff' | 'BUSINESS'

/**
 * One call of the API, declared once and used by the client, the server and the tests.
 * `answer` is the shape our server gives; `decode` also takes what other servers of the same API may give, and defaults to `answer`.
 */
export interface Call<
  Params extends z.core.$ZodType = z.core.$ZodType,
  Query extends z.core.$ZodType = z.core.$ZodType,
  Body extends z.core.$ZodType = z.core.$ZodType,
  Answer extends z.core.$ZodType = z.core.$ZodType,
> {
  /** Unique, in camelCase; the OpenAPI operationId. */
  name: string
  method: Method
  /** With `:name` for each part that `params` declares. */
  path: string
  summary: string
  access: Access
  params?: Params
  query?: Query
  body?: Body
  /** Ignores unknown fields of the body, for SPEC's calls, which others may call. Default: unknown fields are refused. */
  ignoresUnknownFields?: true
  /** Which part's `channel_key`, when it is not given, is the official account of the header `X-Channel-Key`: for calls about one account. */
  channelHeader?: 'query' | 'body'
  answer: Answer
  decode?: z.core.$ZodType<z.output<Answer>>
  /** What can go wrong beyond `invalid_request`, `unauthorized`, `rate_limited` and `internal`. */
  errors?: readonly ErrorCode[]
}

type Part<T> = T extends z.core.$ZodType ? z.input<T> : undefined

export type ParamsOf<C extends Call> = Part<C['params']>
export type QueryOf<C extends Call> = Part<C['query']>
export type BodyOf<C extends Call> = Part<C['body']>
export type AnswerOf<C extends Call> = z.output<C['answer']>

export function defineCall<const C extends Call>(call: C): C {
  return call
}
