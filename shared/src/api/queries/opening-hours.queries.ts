import {
  listOpeningHours,
  removeHoursVersion,
  setOpeningHours,
  setSpecialDays,
} from '../../contract/dashboard/opening-hours.call.ts'
import type { BodyOf } from '../../contract/define-call.ts'
import { deskApi } from '../desk-api.ts'

export async function fetchOpeningHours(signal?: AbortSignal) {
  return (await deskApi.call(listOpeningHours, { signal })).items
}

/** `days: null` means that the channel is always open. */
export function putOpeningHours(channelKey: string, body: BodyOf<typeof setOpeningHours>) {
  return deskApi.call(setOpeningHours, { params: { channel_key: channelKey }, body })
}

export function deleteHoursVersion(channelKey: string, validFrom: string) {
  return deskApi.call(removeHoursVersion, { params: { channel_key: channelKey, valid_from: validFrom } })
}

export function putSpecialDays(channelKey: string, body: BodyOf<typeof setSpecialDays>) {
  return deskApi.call(setSpecialDays, { params: { channel_key: channelKey }, body })
}
