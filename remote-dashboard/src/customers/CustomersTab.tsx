import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { errorText, hasErrorCode } from 'shared/api'
import { ALL_CHANNELS, CUSTOMERS_PAGE_SIZE } from 'shared/contract/constants.ts'
import { serverTimeOf } from 'shared/session'
import { Button, EmptyState, Pagination } from 'shared/ui'
import { Panel } from 'shared/ui/Panel/Panel.tsx'
import { SaveCsvButton } from '../csv/SaveCsvButton.tsx'
import { FailedQuery } from '../metrics/FailedQuery.tsx'
import { formatCount } from '../metrics/format-metric.ts'
import { StaleNote } from '../metrics/MetricsFooter.tsx'
import { useIsPhone } from '../use-breakpoints.ts'
import { CustomerList } from './CustomerList.tsx'
import { CustomersBar } from './CustomersBar.tsx'
import classes from './CustomersTab.module.css'
import { customersQuery, isOf } from './customers.queries.ts'
import { LazyCustomerTickets } from './LazyCustomerTickets.tsx'
import { useCustomersAddress } from './use-customers-address.ts'

export interface CustomersTabProps {
  channel: string
  isReady: boolean
  onAllChannels: () => void
}

export function CustomersTab({ channel, isReady, onAllChannels }: CustomersTabProps) {
  const { view, change, openCustomer, closeCustomer } = useCustomersAddress()
  const isPhone = useIsPhone()
  const found = useQuery({ ...customersQuery(channel, view), enabled: isReady })
  const { data, error, isPlaceholderData } = found
  const readAt = useMemo(() => serverTimeOf(found.dataUpdatedAt), [found.dataUpdatedAt])
  const isNothing = error !== null && (data === undefined || isPlaceholderData)
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / CUSTOMERS_PAGE_SIZE))
  const isNarrowed = view.search !== '' || view.isVip !== null
  return (
    <Panel className={classes.card} aria-label="ลูกค้า">
      <CustomersBar view={view} onChange={change}>
        <p className={classes.count} role="status">
          {data === undefined || isNothing
            ? ''
            : `${formatCount(data.total)}${data.has_more ? '+' : ''} คน · ทักครั้งแรกล่าสุดก่อน`}
        </p>
        <SaveCsvButton
          of="ลูกค้า"
          disabled={data === undefined || isNothing || data.items.length === 0}
          file={async () => (await import('./customers-csv.ts')).customersCsv(channel, view)}
        />
      </CustomersBar>
      {error !== null && !isNothing ? <StaleNote metrics={found} at={readAt} /> : null}
      {isNothing ? (
        <FailedQuery
          title="โหลดรายชื่อลูกค้าไม่สำเร็จ"
          of={found}
          text={errorText(error, hasErrorCode(error, 'network', 'timeout') ? 'staff' : 'customers')}
          action={
            channel === ALL_CHANNELS ? null : (
              <Button variant="tint" onClick={onAllChannels}>
                ดูทุกบัญชี
              </Button>
            )
          }
        />
      ) : data?.items.length === 0 ? (
        <EmptyState
          title={view.page > 1 ? 'หน้านี้ไม่มีลูกค้าแล้ว' : isNarrowed ? 'ไม่พบลูกค้าที่ตรงกับเงื่อนไข' : 'ยังไม่มีลูกค้า'}
          action={
            view.page > 1 ? (
              <Button variant="tint" onClick={() => change({ page: 1 })}>
                ไปหน้าแรก
              </Button>
            ) : isNarrowed ? (
              <Button variant="tint" onClick={() => change({ search: '', isVip: null })}>
                ล้างทั้งหมด
              </Button>
            ) : null
          }
        >
          {view.page > 1 || isNarrowed ? null : 'ลูกค้าจะแสดงที่นี่เมื่อทักเข้ามาทาง LINE'}
        </EmptyState>
      ) : (
        <>
          <CustomerList
            customers={data?.items ?? null}
            isCards={isPhone}
            isStale={isPlaceholderData}
            onOpen={openCustomer}
          />
          {data?.has_more === true && view.page === pages ? (
            <p className={classes.hint}>ยังมีลูกค้ามากกว่านี้ ค้นหาด้วยชื่อหรือ LINE user id เพื่อให้พบ</p>
          ) : null}
          {pages > 1 ? (
            <Pagination
              page={Math.min(view.page, pages)}
              pageCount={pages}
              onChange={(page) => change({ page })}
              compact={isPhone}
              label="หน้าของรายชื่อลูกค้า"
              className={classes.pages}
            />
          ) : null}
        </>
      )}
      <LazyCustomerTickets
        customer={view.customer}
        name={
          data?.items.find((item) => view.customer !== null && isOf(item, view.customer))?.display_name ??
          null
        }
        onClose={closeCustomer}
      />
    </Panel>
  )
}
