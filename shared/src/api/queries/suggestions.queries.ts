import { createSuggestion } from '../../contract/suggestions/create-suggestion.call.ts'
import { deleteSuggestion } from '../../contract/suggestions/delete-suggestion.call.ts'
import { listSuggestions } from '../../contract/suggestions/list-suggestions.call.ts'
import { moveSuggestion } from '../../contract/suggestions/move-suggestion.call.ts'
import type { Suggestion } from '../../contract/suggestions/suggestion.ts'
import { updateSuggestion } from '../../contract/suggestions/update-suggestion.call.ts'
import { deskApi } from '../desk-api.ts'

export interface SuggestionList {
  items: Suggestion[]
  /** Whether this person may add to those that serve all; undefined: the server decides at the call. */
  can_share?: boolean | undefined
}

/** Canned replies of an official account and those that serve all, in their order. */
export function fetchSuggestions(channel_key: string, signal?: AbortSignal): Promise<SuggestionList> {
  return deskApi.call(listSuggestions, { query: { channel_key }, signal })
}

/** `channel_key: null`: it serves all accounts. */
export function postSuggestion(body: {
  text?: string
  image_url?: string
  channel_key: string | null
}): Promise<Suggestion> {
  return deskApi.call(createSuggestion, { body })
}

/** `was`: the text that the person saw; a colleague's change meanwhile is not overwritten (`conflict`). */
export function putSuggestion(id: string, text: string, was: string | null): Promise<Suggestion> {
  return deskApi.call(updateSuggestion, {
    params: { id },
    body: { text, ...(was === null ? {} : { was }) },
  })
}

export async function removeSuggestion(id: string): Promise<void> {
  await deskApi.call(deleteSuggestion, { params: { id } })
}

/** Puts one before another of the same account; null: at the end. */
export async function moveSuggestionBefore(id: string, before: string | null): Promise<void> {
  await deskApi.call(moveSuggestion, { params: { id }, body: { before } })
}
