import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useEffect, useEffectEvent, useRef } from 'react'
import { errorText } from 'shared/api'
import { customerLabels } from 'shared/contract/customers/customer-label.ts'
import type { FoundMessage } from 'shared/contract/messages/search-messages.call.ts'
import { Button, EmptyState, ErrorState, formatThaiDateTime, Spinner } from 'shared/ui'
import { FoundMessageRow } from './FoundMessageRow.tsx'
import classes from './MessageSearch.module.css'

type SearchState =
  | { kind: 'short'; isEmpty: boolean; least: number }
  | { kind: 'failed'; error: unknown; retry: () => void }
  | { kind: 'looking' }
  | {
      kind: 'found'
      searchedUntil: string | null
      hasMore: boolean
      isFull: boolean
      isFetching: boolean
      /** Error of the fetch of the next page; the results so far remain. */
      error: unknown
    }

export interface FoundMessagesProps {
  listId: string
  items: readonly FoundMessage[]
  active: number
  isOfOne: boolean
  state: SearchState
  onMore: () => void
  onOpen: (found: FoundMessage) => void
}

/** Search results, newest first, or the reason why there are no results. */
export function FoundMessages({ listId, items, active, isOfOne, state, onMore, onOpen }: FoundMessagesProps) {
  const isShown = state.kind === 'found'
  const nameOf = customerLabels(items)
  return (
    <div className={classes.found}>
      <p className={classes.received} role="status">
        {state.kind === 'looking'
          ? 'กำลังค้นหา'
          : isShown
            ? state.hasMore
              ? `แสดง ${items.length} รายการแรก`
              : `พบ ${items.length} รายการ`
            : ''}
      </p>
      {state.kind === 'short' ? (
        <EmptyState
          icon={<IconSearch size={32} aria-hidden />}
          title={state.isEmpty ? 'พิมพ์คำที่จำได้จากข้อความ' : `พิมพ์อย่างน้อย ${state.least} ตัวอักษร`}
        >
          {state.isEmpty ? 'ไม่ต้องพิมพ์ทั้งประโยค และไม่ต้องเว้นวรรค' : 'หรือเลือก OA ก่อน แล้วค้นด้วย 1–2 ตัวอักษรได้'}
        </EmptyState>
      ) : null}
      {state.kind === 'failed' ? <ErrorState title={errorText(state.error)} onRetry={state.retry} /> : null}
      {state.kind === 'looking' ? <Spinner /> : null}
      <div
        id={listId}
        role="listbox"
        aria-label="ข้อความที่พบ"
        className={classes.list}
        hidden={!isShown || items.length === 0}
      >
        {isShown
          ? items.map((found, index) => (
              <FoundMessageRow
                key={found.message_id}
                id={`${listId}-${index}`}
                found={found}
                isActive={index === active}
                isOfOne={isOfOne}
                customerName={nameOf(found)}
                onOpen={onOpen}
              />
            ))
          : null}
      </div>
      {isShown && items.length === 0 && !state.hasMore ? (
        <EmptyState icon={<IconSearch size={32} aria-hidden />} title="ไม่พบข้อความ">
          ลองใช้คำที่สั้นลง หรือขยายช่วงวันที่
        </EmptyState>
      ) : null}
      {isShown && state.hasMore ? <More state={state} count={items.length} onMore={onMore} /> : null}
    </div>
  )
}

interface MoreProps {
  state: Extract<SearchState, { kind: 'found' }>
  count: number
  onMore: () => void
}

/** End of the results. Loads more results when it comes into view, up to a limit; after a failure only on click. */
function More({ state, count, onMore }: MoreProps) {
  const end = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(onMore)
  const hasFailed = state.error !== null
  const mayRead = !state.isFull && !state.isFetching && !hasFailed
  useEffect(() => {
    const endElement = end.current
    if (endElement === null || !mayRead) return
    const watch = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) more()
    })
    watch.observe(endElement)
    return () => watch.disconnect()
  }, [mayRead])
  return (
    <div ref={end} className={classes.more}>
      {state.isFetching ? <Spinner /> : null}
      {state.searchedUntil === null ? null : <p>ค้นย้อนหลังถึง {formatThaiDateTime(state.searchedUntil)}</p>}
      {hasFailed && !state.isFetching ? <p role="alert">{errorText(state.error)}</p> : null}
      {state.isFull ? (
        <p>แสดง {count} รายการแรก พิมพ์คำค้นให้ยาวขึ้นหรือเลือกช่วงวันที่ให้แคบลง</p>
      ) : state.isFetching ? null : (
        <Button variant="tint" onClick={onMore}>
          ค้นต่อ
        </Button>
      )}
    </div>
  )
}
