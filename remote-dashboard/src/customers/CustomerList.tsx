import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import type { ListedCustomer } from 'shared/contract/customers/list-customers.call.ts'
import { Avatar, Chip, formatThaiShort, Skeleton, VipBadge } from 'shared/ui'
import { Panel } from 'shared/ui/Panel/Panel.tsx'
import records from 'shared/ui/records/records.module.css'
import classes from './CustomerList.module.css'
import { preloadCustomerTicketsProps } from './LazyCustomerTickets.tsx'
import { VipButton } from './VipButton.tsx'

export interface CustomerListProps {
  /** Customers of the current page; null until the first response. */
  customers: readonly ListedCustomer[] | null
  isCards: boolean
  isStale: boolean
  onOpen: (customer: string) => void
}

const SKELETONS = Array.from({ length: 8 }, (_, row) => row)

export function CustomerList({ customers, isCards, isStale, onOpen }: CustomerListProps) {
  if (customers === null)
    return (
      <div className={classes.loading} role="status" aria-label="กำลังโหลด...">
        {SKELETONS.map((row) => (
          <Skeleton key={row} height={isCards ? 96 : 44} />
        ))}
      </div>
    )
  const staleAttributes = { 'aria-busy': isStale, 'data-stale': isStale || undefined }
  if (isCards)
    return (
      <ul className={`${records.cards} ${classes.cards}`} aria-label="รายชื่อลูกค้า" {...staleAttributes}>
        {customers.map((customer) => (
          <Panel key={customer.id} component="li" size="sm" className={records.opens}>
            <CustomerName customer={customer} onOpen={onOpen} />
            <dl className={`${records.details} ${classes.details}`}>
              {customer.channels.length > 1 ? null : (
                <>
                  <dt>บัญชี OA</dt>
                  <dd>{customer.channel?.name ?? '–'}</dd>
                </>
              )}
              <dt>ทักครั้งแรก</dt>
              <dd>{formatThaiShort(customer.created_at)}</dd>
              <dt>ข้อความล่าสุด</dt>
              <dd>{formatThaiShort(customer.last_message_at)}</dd>
            </dl>
            {rowsOf(customer).map((each) => (
              <div key={each.id} className={classes.foot}>
                {customer.channels.length > 1 ? <ChannelName of={each} onOpen={onOpen} /> : null}
                <VipMark isVip={each.is_vip} />
                <VipButton customer={each} channel={customer.channels.length > 1 ? each.channel : null} />
              </div>
            ))}
          </Panel>
        ))}
      </ul>
    )
  return (
    <table className={`${records.table} ${classes.table}`} aria-label="รายชื่อลูกค้า" {...staleAttributes}>
      <thead>
        <tr>
          <th scope="col">ลูกค้า</th>
          <th scope="col" data-column="channel">
            บัญชี OA
          </th>
          <th scope="col" data-column="date" aria-sort="descending">
            <IconArrowDown size={14} aria-hidden className={classes.arrow} />
            ทักครั้งแรก
          </th>
          <th scope="col" data-column="date" data-low-priority>
            ข้อความล่าสุด
          </th>
          <th scope="col" data-column="mark">
            ประเภท
          </th>
          <th scope="col" data-column="action">
            จัดการ
          </th>
        </tr>
      </thead>
      <tbody>
        {customers.map((customer) => (
          <tr key={customer.id} className={records.opens}>
            <th scope="row">
              <CustomerName customer={customer} onOpen={onOpen} />
            </th>
            <td>
              {customer.channels.length > 1
                ? rowsOf(customer).map((each) => (
                    <div key={each.id} className={classes.each}>
                      <ChannelName of={each} onOpen={onOpen} />
                    </div>
                  ))
                : (customer.channel?.name ?? '–')}
            </td>
            <td>{formatThaiShort(customer.created_at)}</td>
            <td data-low-priority>{formatThaiShort(customer.last_message_at)}</td>
            <td>
              {rowsOf(customer).map((each) => (
                <div key={each.id} className={classes.each}>
                  <VipMark isVip={each.is_vip} />
                </div>
              ))}
            </td>
            <td data-column="action">
              {rowsOf(customer).map((each) => (
                <div key={each.id} className={classes.each}>
                  <VipButton customer={each} channel={customer.channels.length > 1 ? each.channel : null} />
                </div>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Returns one row per channel, or a single row when the server sends no channels or only one. */
const rowsOf = ({ channels, ...customer }: ListedCustomer): ListedRow[] =>
  channels.length > 1 ? channels.map((each) => ({ ...customer, ...each })) : [customer]

type ListedRow = Omit<ListedCustomer, 'channels'>

const ChannelName = ({ of, onOpen }: { of: ListedRow; onOpen: (customer: string) => void }) => (
  <button
    type="button"
    className={classes.channel}
    title={`ดูเคสของ ${of.display_name} ใน ${of.channel?.name}`}
    {...preloadCustomerTicketsProps}
    onClick={() => onOpen(of.id)}
  >
    {of.channel?.name}
  </button>
)

const VipMark = ({ isVip }: { isVip: boolean }) => (isVip ? <VipBadge /> : <Chip tone="closed">ทั่วไป</Chip>)

function CustomerName({
  customer,
  onOpen,
}: {
  customer: ListedCustomer
  onOpen: (customer: string) => void
}) {
  const { id, display_name: name, picture_url: image, line_user_id: lineId } = customer
  return (
    <span className={classes.who}>
      <Avatar name={name} src={image} seed={id} size={32} />
      <span className={classes.names}>
        <button
          type="button"
          className={`${records.opener} ${classes.name}`}
          title={`ดูเคสของ ${name}`}
          {...preloadCustomerTicketsProps}
          onClick={() => onOpen(id)}
        >
          {name}
        </button>
        <span className={classes.lineId} title={lineId}>
          {lineId}
        </span>
      </span>
    </span>
  )
}
