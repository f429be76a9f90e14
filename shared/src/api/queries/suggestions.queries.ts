import { createSuggestion } from '../../contract/suggestions/create-suggestion.call.ts'
import { deleteSuggestion } from '../../contract/suggestions/delete-suggestion.call.ts'
import { listSuggestions } from '../../contract/suggestions/list-suggestions.call.ts'
import { moveSuggestion } from '../../contract/suggestions/move-suggestion.call.ts'
import { updateSuggestion } from '../../contract/suggestions/update-suggestion.call.ts'
import { deskApi } from '../desk-api.ts'

export function fetchSuggestions(channel_key: string, signal?: AbortSignal) {
  return deskApi.call(listSuggestions, { query: { channel_key }, signal })
}

export function postSuggestion(body: { text?: string; image_url?: string; channel_key: string | null }) {
  return deskApi.call(createSuggestion, { body })
}

/** `was` is the text that the user saw. Fails with `conflict` when the suggestion has another text now. */
export function putSuggestion(id: string, text: string, was: string | null) {
  return deskApi.call(updateSuggestion, {
    params: { id },
    body: { text, ...(was === null ? {} : { was }) },
  })
}

export async function removeSuggestion(id: string): Promise<void> {
  await deskApi.call(deleteSuggestion, { params: { id } })
}

/** Moves a suggestion before the suggestion `before`, or to the end when `before` is null. */
export async function moveSuggestionBefore(id: string, before: string | null): Promise<void> {
  await deskApi.call(moveSuggestion, { params: { id }, body: { before } })
}
