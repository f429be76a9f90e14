import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Required access: none, an approved staff member, or a manager. */
export type Access = 'public' | 'staff' | 'BUSINESS'

/**
 * Definition of one API call, shared by the client, the server and the tests. `response` is the response schema of our
 * server. `decode` also accepts responses of other servers of the same API; default: `response`.
 */
export interface Call<
  Params extends z.core.$ZodType = z.core.$ZodType,
  Query extends z.core.$ZodType = z.core.$ZodType,
  Body extends z.core.$ZodType = z.core.$ZodType,
  ResponseSchema extends z.core.$ZodType = z.core.$ZodType,
> {
  /** Unique camelCase name, also used as the OpenAPI operationId. */
  name: string
  method: Method
  /** URL path. Contains `:name` for each field of `params`. */
  path: string
  summary: string
  access: Access
  params?: Params
  query?: Query
  body?: Body
  /**
   * Accepts unknown body fields, for API calls of SPEC that other clients may use. Default: unknown fields are
   * rejected.
   */
  ignoresUnknownFields?: true
  /** Request part whose missing `channel_key` defaults to the `X-Channel-Key` header. */
  channelHeader?: 'query' | 'body'
  response: ResponseSchema
  decode?: z.core.$ZodType<z.output<ResponseSchema>>
  /** Error codes of the API call in addition to `invalid_request`, `unauthorized`, `rate_limited` and `internal`. */
  errors?: readonly ErrorCode[]
}

type Part<T> = T extends z.core.$ZodType ? z.input<T> : undefined

export type ParamsOf<C extends Call> = Part<C['params']>
export type QueryOf<C extends Call> = Part<C['query']>
export type BodyOf<C extends Call> = Part<C['body']>
export type ResponseOf<C extends Call> = z.output<C['response']>

export function defineCall<const C extends Call>(call: C): C {
  return call
}
