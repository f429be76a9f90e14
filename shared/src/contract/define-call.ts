import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Access = 'public' | 'staff' | 'BUSINESS'

/** `response` is our server's schema. `decode` (default: `response`) also accepts other servers' responses. */
export interface Call<
  Params extends z.core.$ZodType = z.core.$ZodType,
  Query extends z.core.$ZodType = z.core.$ZodType,
  Body extends z.core.$ZodType = z.core.$ZodType,
  ResponseSchema extends z.core.$ZodType = z.core.$ZodType,
> {
  /** Name of the call, also used as the operationId in OpenAPI. */
  name: string
  method: Method
  /** Path with `:name` for each field of `params`. */
  path: string
  summary: string
  access: Access
  params?: Params
  query?: Query
  body?: Body
  /** Accepts unknown body fields. Set for API calls of the specification, which other clients may use. */
  ignoresUnknownFields?: true
  /** Request part whose missing `channel_key` defaults to the `X-Channel-Key` header. */
  channelHeader?: 'query' | 'body'
  response: ResponseSchema
  decode?: z.core.$ZodType<z.output<ResponseSchema>>
  /** Error codes of the call, in addition to `invalid_request`, `unauthorized`, `rate_limited` and `internal`. */
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
