import { dashboardCalls } from 'shared/api'
import { csvCell } from 'shared/contract/csv-cell.ts'
import { type CsvFile, csvFile, customersFileName } from '../csv/csv-file.ts'
import type { CustomersView } from './use-customers-address.ts'

const PAGE_SIZE = 100
const HEADINGS = [
  'Name',
  'LineUserId',
  'Vip',
  'ChannelKey',
  'Channel',
  'FirstMet',
  'LastMessage',
  'CustomerId',
]

export async function customersCsv(
  channel: string,
  { search, isVip }: Pick<CustomersView, 'search' | 'isVip'>,
): Promise<CsvFile> {
  const { fetchCustomers } = await dashboardCalls()
  const fetchPage = (page: number) =>
    fetchCustomers({
      channel_key: channel,
      ...(search === '' ? {} : { search }),
      ...(isVip === null ? {} : { vip: isVip }),
      page,
      page_size: PAGE_SIZE,
    })
  const first = await fetchPage(1)
  // Removes duplicates: a new message during the export shifts the pages by one customer, who would be exported twice.
  const customers = new Map(first.items.map((item) => [item.id, item]))
  for (let page = 2; (page - 1) * PAGE_SIZE < first.total; page += 1)
    for (const item of (await fetchPage(page)).items) customers.set(item.id, item)
  const rows = [...customers.values()].flatMap(({ channels, ...customer }) =>
    (channels.length > 1 ? channels : [customer]).map(({ id, channel, is_vip }) => [
      csvCell(customer.display_name),
      csvCell(customer.line_user_id),
      is_vip ? 1 : 0,
      csvCell(channel?.key ?? ''),
      csvCell(channel?.name ?? ''),
      customer.created_at ?? '',
      customer.last_message_at ?? '',
      csvCell(id),
    ]),
  )
  return { name: customersFileName(channel), content: csvFile(HEADINGS, rows) }
}
